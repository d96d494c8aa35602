export interface Todo {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
  /** What is shown while it is worked on: "Running the tests". */
  readonly activeForm: string;
}

/** What the model plans to do in a conversation. */
export class TodoList {
  #todos: readonly Todo[] = [];

  /** Gives what was there before. A list of which all is done is put away. */
  replace(todos: readonly Todo[]): readonly Todo[] {
    const old = this.#todos;
    this.#todos = todos.every(({ status }) => status === "completed") ? [] : todos;
    return old;
  }
}
