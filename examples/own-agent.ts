// An agent of your own that any Claude Code host can drive. By itself: node examples/own-agent.ts -p "hello"
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serveAgent } from "bridle/agent";

await serveAgent({
  name: "own-agent",
  onTurn: async (turn) => {
    for (const word of `You said: ${turn.prompt}. `.split(/(?<= )/)) turn.text(word);

    // A tool of its own: the host is asked before it runs.
    const note = await turn.useTool("KeepNote", { name: "note.txt", text: turn.prompt }, async ({ name, text }) => {
      await writeFile(join(turn.cwd, name), text);
      return `kept in ${name}`;
    });
    turn.text(note.denied ? "It is not kept. " : `It is ${note.content}. `);

    // The tools of the host's in-process MCP servers.
    for (const tool of await turn.hostTools()) {
      const { content } = await turn.useTool(tool.name, { a: 2, b: 3 }, tool);
      turn.text(`${tool.name} says ${JSON.stringify(content)}. `);
    }
    // What was said while it worked.
    const more = turn.takeMessages();
    if (more !== undefined) turn.text(`And then you said: ${more}`);
  },
});
