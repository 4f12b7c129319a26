import { parseUrl } from '@plaudit/contracts';
import { isReviewType, localName, type OpenNode } from './schema-node';
import type { WorkBudget } from './work-budget';

/** JSON-LD of real pages is about ten levels deep. What lies deeper is ignored. */
export const MAX_DEPTH = 32;

const TEXTS = ['reviewBody', 'description', 'text'] as const;
/** The longest `@id` that is resolved. A longer one counts as it is. */
const MAX_ID = 4_000;

export type JsonObject = Record<string, unknown>;

/** A thing that has an `@id`, with everything that the page says of it. */
export interface Described {
  /** Tells it apart from the other things of the page. */
  readonly number: number;
  readonly descriptions: JsonObject[];
  /** The node of the thing, once it is read. */
  node: OpenNode | null;
}

/** The things of one `@id`. Templates give one id to several reviews, and to a product and its review. */
interface Namesakes {
  readonly others: Described;
  readonly untyped: JsonObject[];
  /** By text, or by author if there is no text. */
  readonly reviews: Map<string, Described>;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.flat(MAX_DEPTH) : [value];
}

export function typesOf(item: JsonObject): string[] {
  return listOf(item['@type'])
    .filter((type) => typeof type === 'string')
    .map(localName);
}

/** Returns what tells reviews with one `@id` apart: the text, or the name of the author if there is no text. */
function wordsOf(review: JsonObject): string {
  const text = TEXTS.map((name) => review[name]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  if (typeof text === 'string') return `text ${text.trim()}`;
  const [author] = listOf(review['author']);
  const name = isObject(author) ? author['name'] : author;
  return typeof name === 'string' ? `author ${name.trim()}` : '';
}

/**
 * Collects the descriptions of each thing from all blocks of a page, as the node map of JSON-LD does: equal ids mean one
 * thing, and relative ids are URLs of the page. Reviews with one id and different texts are different reviews.
 */
export class NodeMap {
  private readonly byId = new Map<string, Namesakes>();
  private readonly ids = new Map<JsonObject, string>();
  private things = 0;

  constructor(
    blocks: readonly (readonly unknown[])[],
    private readonly url: string,
    private readonly budget: WorkBudget,
  ) {
    for (const [index, values] of blocks.entries()) this.index(values, index, 0);
    for (const namesakes of this.byId.values()) this.settle(namesakes);
  }

  /** Returns the thing that an object describes or refers to. Returns null if the object has no `@id`. */
  thingOf(item: JsonObject): Described | null {
    const namesakes = this.byId.get(this.ids.get(item) ?? '');
    if (!namesakes) return null;
    const { others, reviews } = namesakes;
    const types = typesOf(item);
    const isReview = types.some(isReviewType);
    const [first] = reviews.values();
    const review = reviews.get(wordsOf(item)) ?? first;
    const chosen = isReview || (types.length === 0 && others.descriptions.length === 0) ? review : others;
    return chosen ?? others;
  }

  /** Returns the same string for values that are deeply equal. */
  fingerprint(value: unknown, depth = 0): string {
    this.budget.spend(1);
    if (depth > MAX_DEPTH) return '';
    if (Array.isArray(value)) return `[${value.map((one) => this.fingerprint(one, depth + 1)).join()}]`;
    if (!isObject(value)) {
      this.budget.spend(typeof value === 'string' ? value.length : 1);
      return JSON.stringify(value) ?? '';
    }
    const thing = this.thingOf(value);
    if (thing) return `#${thing.number}`;
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${this.fingerprint(member, depth + 1)}`,
    );
    return `{${members.sort().join()}}`;
  }

  private newThing(): Described {
    this.things += 1;
    return { number: this.things, descriptions: [], node: null };
  }

  private index(value: unknown, block: number, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const item of listOf(value)) {
      this.budget.spend(1);
      if (!isObject(item)) continue;
      this.collect(item, block);
      for (const child of Object.values(item)) this.index(child, block, depth + 1);
    }
  }

  private collect(item: JsonObject, block: number): void {
    const given = item['@id'];
    if (typeof given !== 'string' || given.trim() === '') return;
    const id = this.resolved(given.trim(), block);
    this.ids.set(item, id);
    const namesakes = this.byId.get(id) ?? {
      others: this.newThing(),
      untyped: [],
      reviews: new Map<string, Described>(),
    };
    this.byId.set(id, namesakes);
    // An object with nothing else only refers to the thing.
    if (Object.keys(item).every((name) => name === '@id' || name === '@type')) return;
    const types = typesOf(item);
    if (types.length === 0) namesakes.untyped.push(item);
    else if (!types.some(isReviewType)) namesakes.others.descriptions.push(item);
    else {
      const words = wordsOf(item);
      const review = namesakes.reviews.get(words) ?? this.newThing();
      namesakes.reviews.set(words, review);
      review.descriptions.push(item);
    }
  }

  /** A blank id, `_:b0`, names a thing of its own block only. */
  private resolved(id: string, block: number): string {
    this.budget.spend(id.length);
    if (id.startsWith('_:')) return `${block} ${id}`;
    return id.length > MAX_ID ? id : (parseUrl(id, this.url)?.href ?? id);
  }

  /** Adds the descriptions that do not say themselves which of the things they describe. */
  private settle({ others, untyped, reviews }: Namesakes): void {
    const [first, ...more] = [...reviews.entries()].filter(([words]) => words.startsWith('text '));
    const whole = first && more.length === 0 ? first[1] : undefined;
    for (const [words, review] of reviews) {
      if (!whole || review === whole) continue;
      const author = wordsOf({ author: whole.descriptions[0]?.['author'] });
      if (words !== '' && author !== '' && words !== author) continue;
      for (const item of review.descriptions) whole.descriptions.push(item);
      reviews.set(words, whole);
    }
    const [only] = reviews.values();
    const target = others.descriptions.length === 0 && only ? only : others;
    for (const item of untyped) target.descriptions.push(item);
  }
}
