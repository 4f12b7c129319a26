/** Takes a change back. Resolves to false if that failed. */
export type TakeBack = () => Promise<boolean>;

interface Entry {
  id: number;
  takeBack: TakeBack;
}

const MAX_ENTRIES = 20;

/** The last changes that can be taken back, the newest on top. Each can be taken back once. */
export class UndoStack {
  private entries: readonly Entry[] = [];
  private nextId = 1;

  get size(): number {
    return this.entries.length;
  }

  /** Adds a change and returns its id. */
  push(takeBack: TakeBack): number {
    const id = this.nextId;
    this.nextId += 1;
    this.entries = [...this.entries, { id, takeBack }].slice(-MAX_ENTRIES);
    return id;
  }

  /** Forgets a change that cannot be taken back any more. */
  forget(id: number): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  /** Takes back one change, or the newest. Returns false if there is none. A change that failed can be tried again. */
  async undo(id = this.entries.at(-1)?.id): Promise<boolean> {
    const entry = this.entries.find((one) => one.id === id);
    if (!entry) return false;
    this.forget(entry.id);
    const isDone = await entry.takeBack();
    if (!isDone) this.entries = [...this.entries, entry].sort((a, b) => a.id - b.id).slice(-MAX_ENTRIES);
    return isDone;
  }
}
