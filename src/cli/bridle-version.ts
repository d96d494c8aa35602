import manifest from "../../package.json" with { type: "json" };

export const bridleVersion: string = manifest.version;
