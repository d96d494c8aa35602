import { type Cell, cellId, hasCellIds, joined, type Notebook } from "./notebook.ts";
import { randomId } from "./random-id.ts";

export interface CellChange {
  readonly new_source: string;
  readonly cell_id?: string | undefined;
  readonly cell_type?: "code" | "markdown" | undefined;
  readonly edit_mode: "replace" | "insert" | "delete";
}

interface ChangedNotebook {
  readonly notebook: Notebook;
  /** Of the cell that was changed or made; a cell of an old notebook has none. */
  readonly id: string | undefined;
  readonly oldSource?: string;
}

/** Why a change can be made in no notebook. */
export function changeProblem({ edit_mode, cell_id, cell_type }: CellChange): string | undefined {
  if (edit_mode === "insert" && cell_type === undefined) return "Cell type is required when using edit_mode=insert.";
  if (edit_mode !== "insert" && cell_id === undefined)
    return "Cell ID must be specified when not inserting a new cell.";
  return undefined;
}

/** The notebook with one cell changed; throws in words for the model. */
export function changeNotebook(notebook: Notebook, change: CellChange): ChangedNotebook {
  const { edit_mode, cell_id } = change;
  const at = cell_id === undefined ? -1 : indexOf(notebook, cell_id);
  const cells = [...notebook.cells];
  if (edit_mode === "insert") {
    const made = newCell(notebook, change);
    cells.splice(at + 1, 0, made);
    return { notebook: { ...notebook, cells }, id: made.id };
  }
  const old = cells[at] as Cell;
  if (edit_mode === "delete") cells.splice(at, 1);
  else cells[at] = replaced(old, change);
  return { notebook: { ...notebook, cells }, id: cell_id, oldSource: joined(old.source) };
}

function indexOf({ cells }: Notebook, wanted: string): number {
  const own = cells.findIndex(({ id }) => id === wanted);
  // Read shows a cell without an id by its place, and the file may give that name to another one, or one name twice.
  const shown = cells.filter((cell, index) => cellId(cell, index) === wanted);
  if (shown.length > 1)
    throw new Error(`Several cells have the ID "${wanted}": give them others first, with Write or jq.`);
  if (own !== -1) return own;
  const index = /^cell-(\d+)$/.exec(wanted)?.[1];
  if (index === undefined) throw new Error(`Cell with ID "${wanted}" not found in notebook.`);
  if (Number(index) >= cells.length) throw new Error(`Cell with index ${index} does not exist in notebook.`);
  return Number(index);
}

function newCell(notebook: Notebook, { cell_type, new_source }: CellChange): Cell & { readonly id?: string } {
  const taken = new Set(notebook.cells.map(cellId));
  let id = randomId(8);
  while (taken.has(id)) id = randomId(8);
  return {
    cell_type,
    ...(hasCellIds(notebook) && { id }),
    source: new_source,
    metadata: {},
    ...(cell_type === "code" && { execution_count: null, outputs: [] }),
  };
}

/** What a cell gave before says nothing of its new source, and only a code cell may have outputs at all. */
function replaced(cell: Cell, { cell_type = cell.cell_type as CellChange["cell_type"], new_source }: CellChange): Cell {
  if (cell_type === "code") return { ...cell, cell_type, source: new_source, execution_count: null, outputs: [] };
  const { execution_count: _count, outputs: _outputs, ...rest } = cell;
  return { ...rest, cell_type, source: new_source };
}
