import type { Selection } from '../prompts/selected-reviews';
import { fullRuns, plainWords } from './word-runs';

/** So many words in a row from a review must cite it. */
const COPIED_WORDS = 8;
/** So many words in a row from a suspicious review are refused. Fewer are everyday phrases such as "the staff was very". */
const SUSPICIOUS_WORDS = 5;
/** A suspicious review of fewer words is refused as a whole. A single word may be in any text. */
const MIN_SUSPICIOUS_WORDS = 2;

/** Knows which words belong to which review. */
export class CopiedText {
  private readonly owners = new Map<string, Set<number>>();
  private readonly suspicious: ReadonlySet<string>;
  /** Whole suspicious reviews, which are too short for {@link SUSPICIOUS_WORDS}. */
  private readonly shortSuspicious: readonly string[];

  constructor({ sent, hostile }: Selection) {
    const known = new Set<string>();
    for (const { number, text } of sent) {
      for (const run of fullRuns(text, COPIED_WORDS)) {
        this.owners.set(run, (this.owners.get(run) ?? new Set()).add(number));
      }
      for (const run of fullRuns(text, SUSPICIOUS_WORDS)) known.add(run);
    }
    const runs = hostile.flatMap((text) => fullRuns(text, SUSPICIOUS_WORDS));
    this.suspicious = new Set(runs.filter((run) => !known.has(run)));
    this.shortSuspicious = hostile
      .map(plainWords)
      .filter(({ length }) => length >= MIN_SUSPICIOUS_WORDS && length < SUSPICIOUS_WORDS)
      .map((words) => ` ${words.join(' ')} `);
  }

  /** Returns true if the text copies a review that it does not cite, or a suspicious one. `cited` are numbers of sent reviews. */
  isIn(text: string, cited: readonly number[]): boolean {
    const isOthers = (run: string): boolean => {
      const owners = this.owners.get(run);
      return owners !== undefined && !cited.some((number) => owners.has(number));
    };
    return (
      fullRuns(text, COPIED_WORDS).some(isOthers) ||
      fullRuns(text, SUSPICIOUS_WORDS).some((run) => this.suspicious.has(run)) ||
      this.shortSuspicious.some((whole) => ` ${plainWords(text).join(' ')} `.includes(whole))
    );
  }
}
