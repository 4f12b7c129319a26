import type { Statement, SummaryTask } from '../../generation/generated';
import { filled, listed } from '../localized-text';
import type { SummaryItem, SummaryItems } from './summary-items';
import type { SpeakerTexts, SummaryTexts } from './summary-texts';
import { wordCount } from './words';

/** Numbers of words. */
export interface WordBudget {
  /** Nothing is added to a text of this length. */
  target: number;
  max: number;
}

/** One sentence or several that belong together, with what stands behind them. */
export interface SummarySentence {
  text: string;
  statements: Statement[];
}

export interface Opening {
  sentences: SummarySentence[];
  /** True if criticism comes before praise. */
  isCritical: boolean;
}

export interface OpeningTask {
  task: SummaryTask;
  items: SummaryItems;
  texts: SummaryTexts;
  budget: WordBudget;
}

/** The most aspects that one sentence names. */
const MAX_ITEMS = 3;
/** The same in a summary of at least this many words. */
const MAX_ITEMS_IF_LONG = 5;
const LONG_SUMMARY = 150;

/**
 * Writes how many reviews there are, and what customers praise and criticise. What more reviews say comes first. The other comes
 * only if the text is shorter than the target.
 */
export function openingSentences({ task, items, texts, budget }: OpeningTask): Opening {
  const isCritical = mostNamed(items.criticism) > mostNamed(items.praise);
  const praise = { items: items.praise, first: texts.praise_first, next: texts.praise_next };
  const criticism = { items: items.criticism, first: texts.criticism_first, next: texts.criticism_next };
  const [main, other] = isCritical ? [criticism, praise] : [praise, criticism];
  const maxItems = budget.target < LONG_SUMMARY ? MAX_ITEMS : MAX_ITEMS_IF_LONG;
  const basis = basisOf(task, texts.decimal, texts.basis);
  const write = (said: readonly SummaryItem[], templates: SpeakerTexts, maxWords: number) =>
    longestWithin(maxWords, said.slice(0, maxItems), (some) => ({
      text: filled(templates[speakerOf(some)], { basis, items: listed(textsOf(some), texts.and) }),
      statements: some.map(({ text, ids }) => ({ text, review_ids: [...ids] })),
    }));

  const first = write(main.items, main.first, budget.max) ?? basisAlone(task, texts);
  const words = wordCount(first.text);
  const next = words < budget.target ? write(other.items, other.next, budget.max - words) : null;
  return { sentences: next ? [first, next] : [first], isCritical };
}

function mostNamed([first]: readonly SummaryItem[]): number {
  return first?.ids.length ?? 0;
}

function textsOf(items: readonly SummaryItem[]): string[] {
  return items.map(({ text }) => text);
}

/** Returns the sentence of as many items as `maxWords` permits. Returns null if it does not permit one. */
function longestWithin(
  maxWords: number,
  items: readonly SummaryItem[],
  sentence: (items: readonly SummaryItem[]) => SummarySentence,
): SummarySentence | null {
  for (let count = items.length; count > 0; count--) {
    const written = sentence(items.slice(0, count));
    if (wordCount(written.text) <= maxWords) return written;
  }
  return null;
}

function speakerOf(items: readonly SummaryItem[]): keyof SpeakerTexts {
  if (new Set(items.flatMap(({ ids }) => ids)).size === 1) return 'one';
  return items.some(({ ids }) => ids.length > 1) ? 'most' : 'some';
}

function basisAlone(task: SummaryTask, texts: SummaryTexts): SummarySentence {
  const text = basisOf(task, texts.decimal, texts.basis_alone);
  return { text, statements: [{ text, review_ids: task.reviews.map(({ id }) => id) }] };
}

function basisOf({ count, average }: SummaryTask, decimal: string, texts: SummaryTexts['basis']): string {
  const number = count === 1 ? 'one' : 'many';
  if (average === null) return filled(texts[`${number}_unrated`], { count: String(count) });
  const rating = ratingText(average, count).replace('.', decimal);
  return filled(texts[`${number}_rated`], { count: String(count), average: rating });
}

/** A mean has one decimal. The rating of one review has none if it is whole. */
function ratingText(average: number, count: number): string {
  const rounded = Math.round(average * 10) / 10;
  return count === 1 ? String(rounded) : rounded.toFixed(1);
}
