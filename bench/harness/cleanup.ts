type Step = () => Promise<unknown>;

/** What a run has started, undone in reverse order, also when the run is interrupted. */
export class Cleanup {
  private steps: Step[] = [];
  private closing: Promise<void> | null = null;

  /** What is started while the rest is being undone is undone at once. */
  defer(step: Step): void {
    if (this.closing) step().catch(() => {});
    else this.steps.push(step);
  }

  /** Every step runs once, whatever became of the others; the first failure is thrown at the end. */
  close(): Promise<void> {
    this.closing ??= this.undo();
    return this.closing;
  }

  private async undo(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.steps.reverse()) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
