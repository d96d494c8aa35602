import type { Folder } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { Icon } from "../icon.tsx";

interface FolderOptionsProps {
  /** Of the field that they belong to. */
  readonly id: string;
  readonly folders: readonly Folder[];
  /** Which one is chosen; -1: none. */
  readonly at: number;
  readonly isShown: boolean;
  readonly take: (folder: Folder) => void;
}

/** The folders that a typed path may become. */
export function FolderOptions({ id, folders, at, isShown, take }: FolderOptionsProps) {
  return (
    <div id={`${id}-list`} class="folders" role="listbox" aria-label="Folders" hidden={!isShown}>
      {folders.map((folder, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
        <div
          key={folder.path}
          id={`${id}-${index}`}
          role="option"
          class="folder-option"
          aria-selected={index === at}
          // The field keeps the focus, and its list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(folder)}
        >
          <Icon name="folder" />
          <span class="folder-path">
            <bdi>{folder.path}</bdi>
          </span>
          {folder.isRecent && <span class="label">recent</span>}
          {folder.isWorkTree && <span class="label">git</span>}
        </div>
      ))}
    </div>
  );
}
