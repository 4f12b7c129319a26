/**
 * One step is a character read, an element visited or a property visited. The largest page that the crawler accepts has 5
 * MiB, and ordinary markup takes two to four steps per character.
 */
const MAX_STEPS = 40_000_000;
/** Elements, JSON-LD objects and things of one page. Large shop pages have 10,000 to 30,000. */
const MAX_NODES = 200_000;

/** The page demands more work than any real page does. */
export class PageTooComplex extends Error {
  constructor(what: string) {
    super(`The page has too many ${what}`);
    this.name = 'PageTooComplex';
  }
}

/** Counts the work that one page causes, so that a page which demands too much is given up. */
export class WorkBudget {
  private spent = 0;
  private nodes = 0;

  constructor(
    private readonly maxSteps = MAX_STEPS,
    private readonly maxNodes = MAX_NODES,
  ) {}

  /** The steps counted so far. */
  get steps(): number {
    return this.spent;
  }

  /** Counts steps. Throws {@link PageTooComplex} beyond the maximum. */
  spend(steps: number): void {
    this.spent += steps;
    if (this.spent > this.maxSteps) throw new PageTooComplex('steps');
  }

  /** Counts a node that is kept in memory, which is a step too. Throws {@link PageTooComplex} beyond the maximum. */
  addNode(): void {
    this.nodes += 1;
    if (this.nodes > this.maxNodes) throw new PageTooComplex('nodes');
    this.spend(1);
  }
}
