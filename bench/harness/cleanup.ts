type Step = () => Promise<unknown>;

/** The clean-up steps of a run. They run in reverse order, also when the run is interrupted. */
export class Cleanup {
  private steps: Step[] = [];
  private closing: Promise<void> | null = null;

  /** Adds a step. During the clean-up it runs at once. */
  defer(step: Step): void {
    if (this.closing) step().catch(() => {});
    else this.steps.push(step);
  }

  /** Runs every step once, even if others fail. Throws the first failure at the end. */
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
