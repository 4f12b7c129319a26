/** Requests that must be sent even if the page closes first. */
const waiting = new Set<DelayedCommit>();

/** A change that is sent later, and only if nobody takes it back before. Either happens, and it happens once. */
export class DelayedCommit {
  private open = true;

  constructor(
    private readonly send: (isLeaving: boolean) => void | Promise<void>,
    private readonly takeBack: () => void,
  ) {
    waiting.add(this);
  }

  /** Sends the change, and resolves when it has arrived. `isLeaving` is true if the page is about to close. */
  async commit(isLeaving = false): Promise<void> {
    if (this.close()) await this.send(isLeaving);
  }

  /** Takes the change back. Returns false if it was sent already. */
  keep(): boolean {
    const isInTime = this.close();
    if (isInTime) this.takeBack();
    return isInTime;
  }

  private close(): boolean {
    const wasOpen = this.open;
    this.open = false;
    waiting.delete(this);
    return wasOpen;
  }
}

/** Sends every change that waits. The page calls it when it is left. */
export function commitAll(): void {
  for (const commit of waiting) void commit.commit(true);
}
