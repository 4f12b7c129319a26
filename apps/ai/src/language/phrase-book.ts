/** `...` in a pattern stands for at most this many words. */
const MAX_GAP = 4;

interface Slot {
  /** True if up to {@link MAX_GAP} other words may stand before this one. */
  afterGap: boolean;
  words: ReadonlySet<string>;
  stems: readonly string[];
  /** Words that a gap does not skip. */
  barriers: ReadonlySet<string>;
}

interface Phrase<T> {
  slots: readonly Slot[];
  value: T;
}

export interface PhraseMatch<T> {
  value: T;
  /** Number of words, those of gaps included. */
  length: number;
}

/** A character of a stem in the tree of all stems. */
interface StemNode<T> {
  next: Map<number, StemNode<T>>;
  /** The phrases whose first stem ends here. */
  phrases: Phrase<T>[];
}

/**
 * Finds many phrases in one pass over the words of a text.
 *
 * A pattern is a row of words. `a|b` means one of the two, `a*` any word that begins so, and `...` between
 * two words up to four others: `ignore|forget ... instruction*`.
 */
export class PhraseBook<T> {
  private readonly byWord = new Map<string, Phrase<T>[]>();
  private readonly stems: StemNode<T> = { next: new Map(), phrases: [] };

  /** No gap skips one of the `barriers`. */
  constructor(entries: Iterable<readonly [pattern: string, value: T]>, barriers: readonly string[] = []) {
    const unskipped = new Set(barriers);
    for (const [pattern, value] of entries) {
      this.add({ slots: slotsOf(pattern, unskipped), value });
    }
  }

  /**
   * Returns the longest phrase that begins at a word, or null. Of phrases with as many words, one that
   * begins with the word itself wins, then the one with the longest stem.
   */
  longestAt(words: readonly string[], at: number): PhraseMatch<T> | null {
    const word = words[at] ?? '';
    let longest = longestOf(this.byWord.get(word), words, at, null);
    for (const phrases of this.byStemOf(word)) {
      longest = longestOf(phrases, words, at, longest);
    }
    return longest;
  }

  /** Returns the values of all phrases that are somewhere in a text. */
  valuesIn(words: readonly string[]): Set<T> {
    const values = new Set<T>();
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? '';
      addValues(this.byWord.get(word), words, at, values);
      for (const phrases of this.byStemOf(word)) {
        addValues(phrases, words, at, values);
      }
    }
    return values;
  }

  /** Returns the phrases that begin with a stem of the word, those with the longest stem first. */
  private byStemOf(word: string): Phrase<T>[][] {
    const found: Phrase<T>[][] = [];
    let node: StemNode<T> | undefined = this.stems;
    for (let at = 0; at < word.length && node; at++) {
      node = node.next.get(word.charCodeAt(at));
      if (node && node.phrases.length > 0) {
        found.unshift(node.phrases);
      }
    }
    return found;
  }

  private add(phrase: Phrase<T>): void {
    const [first] = phrase.slots;
    for (const word of first?.words ?? []) {
      this.byWord.set(word, [...(this.byWord.get(word) ?? []), phrase]);
    }
    for (const stem of new Set(first?.stems)) {
      this.nodeOf(stem).phrases.push(phrase);
    }
  }

  private nodeOf(stem: string): StemNode<T> {
    let node = this.stems;
    for (let at = 0; at < stem.length; at++) {
      const code = stem.charCodeAt(at);
      const next: StemNode<T> = node.next.get(code) ?? { next: new Map(), phrases: [] };
      node.next.set(code, next);
      node = next;
    }
    return node;
  }
}

function longestOf<T>(
  phrases: readonly Phrase<T>[] | undefined,
  words: readonly string[],
  at: number,
  known: PhraseMatch<T> | null,
): PhraseMatch<T> | null {
  let longest = known;
  for (const { slots, value } of phrases ?? []) {
    const end = endOf(slots, words, at + 1);
    if (end !== null && end - at > (longest?.length ?? 0)) {
      longest = { value, length: end - at };
    }
  }
  return longest;
}

function addValues<T>(
  phrases: readonly Phrase<T>[] | undefined,
  words: readonly string[],
  at: number,
  values: Set<T>,
): void {
  for (const { slots, value } of phrases ?? []) {
    if (!values.has(value) && endOf(slots, words, at + 1) !== null) {
      values.add(value);
    }
  }
}

function slotsOf(pattern: string, barriers: ReadonlySet<string>): Slot[] {
  const slots: Slot[] = [];
  let afterGap = false;
  for (const part of pattern.split(' ')) {
    if (part === '...') {
      afterGap = true;
      continue;
    }
    const choices = part.split('|');
    slots.push({
      afterGap,
      words: new Set(choices.filter((choice) => !choice.endsWith('*'))),
      stems: choices.filter((choice) => choice.endsWith('*')).map((stem) => stem.slice(0, -1)),
      barriers,
    });
    afterGap = false;
  }
  return slots;
}

/**
 * Returns the index behind a phrase whose first word stands before `at`, or null if the words do not
 * continue so.
 */
function endOf(slots: readonly Slot[], words: readonly string[], at: number, from = 1): number | null {
  const slot = slots[from];
  if (slot === undefined) {
    return at;
  }
  const last = Math.min(at + (slot.afterGap ? MAX_GAP : 0), words.length - 1);
  for (let index = at; index <= last; index++) {
    const end = matches(slot, words[index] ?? '') ? endOf(slots, words, index + 1, from + 1) : null;
    if (end !== null) {
      return end;
    }
    if (slot.barriers.has(words[index] ?? '')) {
      return null;
    }
  }
  return null;
}

function matches(slot: Slot, word: string): boolean {
  return slot.words.has(word) || slot.stems.some((stem) => word.startsWith(stem));
}
