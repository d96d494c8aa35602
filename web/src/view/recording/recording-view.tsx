import { useState } from "preact/hooks";
import { messageOf } from "../../model/message-of.ts";
import { type ReadRecording, readRecording } from "../../model/recording.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { RecordingSteps } from "./recording-steps.tsx";
import "../../style/figures.css";
import "../../style/recording.css";

type Opened =
  | { readonly at: "nothing" }
  | { readonly at: "there"; readonly name: string; readonly recording: ReadRecording }
  | { readonly at: "refused"; readonly why: string };

const maxBytes = 256 * 1024 * 1024;

/** A recording of the host library, from a file of this device; it is not sent anywhere. */
export function RecordingView() {
  const [opened, set] = useState<Opened>({ at: "nothing" });
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > maxBytes) return set({ at: "refused", why: "it is larger than 256 MB" });
    try {
      const recording = readRecording(await file.text());
      if (recording.steps.length === 0) set({ at: "refused", why: "it is not a recording" });
      else set({ at: "there", name: file.name, recording });
    } catch (error) {
      set({ at: "refused", why: messageOf(error) });
    }
  };
  const choose = (
    <label class="button at-end file-button">
      Open a recording
      <input
        type="file"
        class="unseen"
        accept=".ndjson,.jsonl,application/x-ndjson"
        onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
      />
    </label>
  );
  return (
    <View title="Recording" about="What a host and an agent said, step by step" actions={choose}>
      {opened.at === "there" && <RecordingSteps name={opened.name} recording={opened.recording} />}
      {opened.at === "refused" && (
        <Empty icon="search" title={`This cannot be shown: ${opened.why}`}>
          <p class="quiet">
            Open the file <code>frames.ndjson</code> of a recording.
          </p>
        </Empty>
      )}
      {opened.at === "nothing" && (
        <Empty icon="list" title="No recording is open">
          <p class="quiet">
            The host library writes one with <code>{'open({ record: "folder" })'}</code>; its <code>frames.ndjson</code>{" "}
            can be opened here. It stays on this device.
          </p>
        </Empty>
      )}
    </View>
  );
}
