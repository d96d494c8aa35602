import { useState } from "preact/hooks";
import type { RulesPart } from "../../model/route.ts";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { RulesInForce } from "./rules-in-force.tsx";
import { Simulate } from "./simulate.tsx";
import { Suggest } from "./suggest.tsx";
import { Why } from "./why.tsx";
import "../../style/figures.css";
import "../../style/rules.css";
import "../../style/suggestions.css";

const parts: readonly { readonly part?: RulesPart; readonly word: string; readonly about: string }[] = [
  { word: "In force", about: "What is allowed, asked about and denied, and where that comes from" },
  { part: "why", word: "Why", about: "What would happen to a tool use, and which rule decides" },
  { part: "simulate", word: "Simulate", about: "What recorded tool uses would have got under other rules" },
  { part: "suggest", word: "Suggest", about: "Rules that would have answered what people always allowed" },
];

/** The rules of a folder; which one would decide; what others would have decided; and which are worth writing. */
export function RulesView() {
  const { route, sessions } = useApp();
  const here = route.value;
  const { part, of } = here.view === "rules" ? here : {};
  const folders = [...new Set(sessions.all.value.map(({ cwd }) => cwd))];
  const [chosen, choose] = useState<string>();
  const cwd = chosen ?? folders[0] ?? "";
  return (
    <View title="Rules" about={parts.find((one) => one.part === part)?.about}>
      <nav class="tabs" aria-label="Rules">
        {parts.map(({ part: one, word }) => (
          <Link
            key={word}
            to={one === undefined ? { view: "rules" } : { view: "rules", part: one }}
            isCurrent={one === part}
          >
            {word}
          </Link>
        ))}
      </nav>
      {cwd === "" ? (
        <Empty icon="shield" title="No folder yet">
          <p class="quiet">Rules apply to the folder of a session. Start one to see its rules.</p>
        </Empty>
      ) : (
        <>
          {(part === undefined || (part === "why" && of === undefined)) && (
            <FolderChoice folders={folders} cwd={cwd} choose={choose} />
          )}
          {part === undefined && <RulesInForce cwd={cwd} />}
          {part === "why" && <Why key={of} cwd={cwd} of={of} />}
          {part === "simulate" && <Simulate cwd={cwd} />}
          {part === "suggest" && <Suggest />}
        </>
      )}
    </View>
  );
}

interface FolderChoiceProps {
  readonly folders: readonly string[];
  readonly cwd: string;
  readonly choose: (cwd: string) => void;
}

function FolderChoice({ folders, cwd, choose }: FolderChoiceProps) {
  return (
    <label class="field">
      <span class="label">Folder</span>
      <select value={cwd} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {folders.map((folder) => (
          <option key={folder}>{folder}</option>
        ))}
      </select>
    </label>
  );
}
