import { READ_MORE } from '../../../normalise/schema-org/page-text';
import { WorkBudget } from '../../../normalise/schema-org/work-budget';
import { foldText } from '../../../normalise/text';
import type { NormalizedReview } from '../../platform';
import { haveSameName, nameWords } from './same-name';

/** A review with the list that it stands in: one block of JSON-LD, or everything that is marked up in one syntax. */
export interface ListedReview {
  review: NormalizedReview;
  list: number;
}

/** A review as it is compared with others. */
interface Compared extends ListedReview {
  author: string;
  /** The words of the author's name. */
  names: readonly string[];
  /** The first words of the folded text, without the mark of a cut. */
  words: string;
  /** The first words below the first line, which may be a title. Empty without a second line. */
  untitled: string;
  isCut: boolean;
}

/** Twins as one review. */
interface Group extends Compared {
  lists: Set<number>;
}

/** Ends a text that the page has cut: an ellipsis with up to three words, or a link to the whole text. */
const CUT = new RegExp(
  `\\s*(?:(?:…|\\.{3,})[\\s\\W]{0,9}(?:\\p{L}{1,15}(?:\\s\\p{L}{1,15}){0,2})?|[([]more[)\\]]|\\s[»›]|[([]?(?:${READ_MORE}))[^\\p{L}]{0,3}$`,
  'u',
);
/** The longest end of a text that {@link CUT} describes. */
const MAX_CUT = 80;
/** Characters of a text that are read, and those of its words that are compared. Nobody writes two reviews with so many equal ones. */
const MAX_READ = 3_000;
const MAX_WORDS = 2_000;
/** A text of fewer characters may stand in reviews of different people. */
const MIN_TELLING = 17;
/** A text of so many characters that another one begins with is the same text, cut without a mark. */
const MIN_BEGINNING = 100;
/** One author writes as many equal characters on one day in one review only. */
const REPEATED = 200;
/** Reviews with one clue that a review is compared with. */
const MAX_COMPARED = 50;
/** About 200 ms of work. A page of 2,000 reviews whose authors have one name needs half of it. */
const MAX_COMPARISONS = 200_000;
/** Characters of a text that twins have in common at least. */
const TEXT_START = 12;
const DAY_MS = 86_400_000;
/** The most exact first. */
const PRECISIONS: readonly string[] = ['second', 'day', 'month', 'relative', 'unknown'];

function hasExactDay(review: NormalizedReview): boolean {
  return review.postedPrecision === 'second' || review.postedPrecision === 'day';
}

/** Returns the beginning of a text, folded. One character may be 18 after folding. */
function startOf(text: string, budget: WorkBudget): string {
  const start = text.slice(0, MAX_READ).normalize('NFKC');
  budget.spend(start.length);
  return foldText(start.slice(0, MAX_READ));
}

/** Returns the letters and digits of a folded text, because themes change quotes, dashes, emoji and line breaks. */
function wordsOf(folded: string): string {
  const words = folded.replace(/[^\p{L}\p{N}]/gu, '');
  return (words === '' ? folded : words).slice(0, MAX_WORDS);
}

/** Returns a folded text without the mark of a cut at its end. */
export function withoutCut(folded: string): string {
  return folded.slice(0, -MAX_CUT) + folded.slice(-MAX_CUT).replace(CUT, '');
}

/** Returns the review with its words, which are read once. */
function compared({ review, list }: ListedReview, budget: WorkBudget): Compared {
  const { text, fromName } = review;
  const folded = startOf(text, budget);
  const end = (text.length > MAX_READ ? startOf(text.slice(-MAX_CUT), budget) : folded).slice(-MAX_CUT);
  const uncut = end.replace(CUT, '');
  const whole = text.length > MAX_READ ? folded : folded.slice(0, -MAX_CUT) + uncut;
  const isCut = uncut !== end && whole !== '';
  const titled = text.indexOf('\n');
  const author = fromName === 'Anonymous' ? '' : foldText(fromName);
  return {
    review,
    list,
    author,
    names: nameWords(author),
    words: wordsOf(isCut ? whole : folded),
    untitled: titled < 0 ? '' : wordsOf(startOf(text.slice(titled), budget)),
    isCut,
  };
}

function haveSameRating({ review: one }: Compared, { review: other }: Compared): boolean {
  if (one.ratingValue === null || other.ratingValue === null) return true;
  return one.ratingValue * other.ratingScale === other.ratingValue * one.ratingScale;
}

/** Returns how many days lie between the reviews at least, or null if one of them has no exact day. */
function daysBetween({ review: one }: Compared, { review: other }: Compared): number | null {
  if (!hasExactDay(one) || !hasExactDay(other)) return null;
  const [first, second] = [one, other].map(({ postedOn }) => Math.floor(postedOn.getTime() / DAY_MS));
  return Math.abs((first ?? 0) - (second ?? 0));
}

/** Returns true if the short text is the beginning of the long one, cut with a mark or, if it is long enough, without. */
function isCutOf(short: Compared, long: Compared, minBeginning: number): boolean {
  const isBeginning = short.words.length >= (short.isCut ? TEXT_START : minBeginning);
  return isBeginning && long.words.startsWith(short.words);
}

function isUntitled(short: Compared, long: Compared): boolean {
  return short.words !== '' && long.untitled === short.words;
}

/** Returns true for two reviews of one list, which one program has written, if they are the same review twice. */
function areRepeated(group: Group, other: Compared): boolean {
  if (other.words === '' || group.author !== other.author) return false;
  const days = daysBetween(group, other);
  const hasNoDay = !hasExactDay(group.review) && !hasExactDay(other.review);
  const isTelling = other.author !== '' && other.words.length >= MIN_TELLING;
  if (days !== 0 && !hasNoDay && !(days === null && isTelling)) return false;
  return (
    group.words.slice(0, REPEATED) === other.words.slice(0, REPEATED) ||
    isCutOf(group, other, REPEATED) ||
    isCutOf(other, group, REPEATED)
  );
}

function haveTwinTexts(one: Compared, other: Compared): boolean {
  if (one.words === other.words || isUntitled(one, other) || isUntitled(other, one)) return true;
  return isCutOf(one, other, MIN_BEGINNING) || isCutOf(other, one, MIN_BEGINNING);
}

/** Returns true if two reviews of different lists may have one author. A short text alone does not tell. */
function mayHaveOneAuthor(group: Group, other: Compared, days: number | null, isTelling: boolean): boolean {
  if (group.author === other.author) return group.author !== '' || isTelling || days === 0;
  const isUnknown = group.author === '' || other.author === '';
  // A few words or none of one author on one day, with one rating, are hardly those of two people.
  const areRated = group.review.ratingValue !== null && other.review.ratingValue !== null;
  return (isTelling || (days === 0 && areRated)) && (isUnknown || haveSameName(group.names, other.names));
}

/** Returns true for two reviews of different lists, each of which may lack something. */
function areTwins(group: Group, other: Compared): boolean {
  const days = daysBetween(group, other);
  if (other.words === '' || group.words === '') {
    const areKnown = group.author !== '' && other.author !== '';
    return (
      group.words === other.words && areKnown && days === 0 && mayHaveOneAuthor(group, other, days, false)
    );
  }
  const isTelling = Math.min(group.words.length, other.words.length) >= MIN_TELLING;
  const isPlausible = mayHaveOneAuthor(group, other, days, isTelling);
  return isPlausible && (days === null || days <= 1) && haveTwinTexts(group, other);
}

function areOne(group: Group, other: Compared): boolean {
  if (!haveSameRating(group, other)) return false;
  return group.lists.has(other.list) ? areRepeated(group, other) : areTwins(group, other);
}

/** Returns the review whose date is the most exact, or the earlier one if both are as exact. */
function datedOf(one: NormalizedReview, other: NormalizedReview): NormalizedReview {
  const [first, second] = [one, other].map(({ postedPrecision }) => PRECISIONS.indexOf(postedPrecision));
  if (first !== second) return (first ?? 0) < (second ?? 0) ? one : other;
  return one.postedOn <= other.postedOn ? one : other;
}

/** Returns what the first review has, and of the second one what the first lacks. */
function filledUp(one: NormalizedReview, other: NormalizedReview) {
  const { externalId, idKind } = one.externalId === '' ? other : one;
  const { ratingValue, ratingScale } = one.ratingValue === null ? other : one;
  return {
    externalId,
    idKind,
    ratingValue,
    ratingScale,
    fromImage: one.fromImage ?? other.fromImage,
    fromUrl: one.fromUrl ?? other.fromUrl,
    postUrl: one.postUrl ?? other.postUrl,
    reply: one.reply ?? other.reply,
  };
}

function fullerOf(first: Compared, second: Compared): Compared {
  if (first.words.length !== second.words.length)
    return first.words.length > second.words.length ? first : second;
  if (first.isCut !== second.isCut) return first.isCut ? second : first;
  if (first.words.length === MAX_WORDS && first.review.text.length !== second.review.text.length)
    return first.review.text.length > second.review.text.length ? first : second;
  return first.review.text <= second.review.text ? first : second;
}

/** Returns the one with the longer name of its author. Masks, `by` and commas do not count. */
function namedOf(first: Compared, second: Compared): Compared {
  const [one = 0, other = 0] = [first, second].map(({ names }) => names.join('').replaceAll('.', '').length);
  if (one !== other) return one > other ? first : second;
  return first.author.length <= second.author.length ? first : second;
}

/** Returns the review with the best of two twins, which is the same in either order. */
function bestOf(first: Compared, second: Compared): Omit<Compared, 'list'> {
  const { review: one } = first;
  const { review: other } = second;
  const { review: longer, words, untitled, isCut } = fullerOf(first, second);
  const named = namedOf(first, second);
  const review = {
    ...datedOf(one, other),
    ...filledUp(one, other),
    text: longer.text,
    language: longer.language ?? one.language ?? other.language,
    fromName: named.review.fromName,
    media: one.media.length >= other.media.length ? one.media : other.media,
  };
  return { review, author: named.author, names: named.names, words, untitled, isCut };
}

/** The groups of a page by what twins have in common. */
class Groups {
  private readonly all: Group[] = [];
  private readonly byClue = new Map<string, Group[]>();
  private comparisons = 0;

  constructor(private readonly budget: WorkBudget) {}

  get reviews(): NormalizedReview[] {
    return this.all.map(({ review }) => review);
  }

  add(one: ListedReview): void {
    const other = compared(one, this.budget);
    const twin = this.twinOf(other);
    if (!twin) {
      const group = { ...other, lists: new Set([other.list]) };
      this.all.push(group);
      this.index(group, other);
      return;
    }
    Object.assign(twin, bestOf(twin, other));
    twin.lists.add(other.list);
    this.index(twin, twin);
    this.index(twin, other);
  }

  private twinOf(other: Compared): Group | undefined {
    const groups = new Set(cluesOf(other).flatMap((clue) => this.byClue.get(clue) ?? []));
    for (const group of groups) {
      if (this.comparisons === MAX_COMPARISONS) return undefined;
      this.comparisons += 1;
      this.budget.spend(1);
      if (areOne(group, other)) return group;
    }
    return undefined;
  }

  private index(group: Group, seen: Compared): void {
    for (const clue of cluesOf(seen)) {
      const groups = this.byClue.get(clue) ?? [];
      this.byClue.set(clue, groups);
      if (groups.length < MAX_COMPARED && !groups.includes(group)) groups.push(group);
    }
  }
}

/** Returns what a review and its twin have in common, the most telling first. */
function cluesOf({ author, words, untitled, review }: Compared): string[] {
  const [firstName = ''] = author.split(' ', 1);
  const day = hasExactDay(review) ? review.postedOn.toISOString().slice(0, 10) : '';
  const starts = new Set([words, untitled || words].map((text) => `text ${text.slice(0, TEXT_START)}`));
  return [`${author}|${day}|${words.slice(0, REPEATED)}`, ...starts, `name ${firstName}`];
}

/**
 * Returns each review of a page once. A page may contain a review several times, in JSON-LD of several plugins and in its
 * markup, and each of them may lack something. `budget` counts the characters read and the pairs compared.
 */
export function mergeTwins(listed: readonly ListedReview[], budget = new WorkBudget()): NormalizedReview[] {
  const groups = new Groups(budget);
  for (const one of listed) groups.add(one);
  return groups.reviews;
}
