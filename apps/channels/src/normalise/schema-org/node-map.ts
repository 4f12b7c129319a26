import { parseUrl } from '@plaudit/contracts';
import { agree, type Facts, factsOf } from './facts';
import { isObject, type JsonObject, listOf, MAX_DEPTH, typesOf } from './json-ld-object';
import { isReviewType, type OpenNode } from './schema-node';
import type { WorkBudget } from './work-budget';

/** The longest `@id` that is resolved. A longer one counts as it is. */
const MAX_ID = 4_000;
/** Things of one id with one text or name that a description is compared with. */
const MAX_ALIKE = 20;

/** A thing that has an `@id`, with everything that the page says of it. */
export interface Described {
  /** Tells it apart from the other things of the page. */
  readonly number: number;
  readonly descriptions: JsonObject[];
  /** The node of the thing, once it is read. */
  node: OpenNode | null;
}

/** Kinds of things that are never one thing, even if a template gives them one `@id`. */
type Kind = 'review' | 'page' | 'other';

/** The descriptions of one `@id`, and the things that they describe. There is always a thing of the kind `other`. */
interface Namesakes {
  readonly descriptions: Readonly<Record<Kind | 'untyped', JsonObject[]>>;
  readonly things: Record<Kind, Described[]>;
}

function kindOf(item: JsonObject): Kind | 'untyped' {
  const types = typesOf(item);
  if (types.length === 0) return 'untyped';
  if (types.some(isReviewType)) return 'review';
  return types.every((type) => type === 'WebSite' || type.endsWith('Page')) ? 'page' : 'other';
}

/** The things of one kind with one `@id`. */
class KnownThings {
  readonly all: Described[] = [];
  private readonly equal = new Map<string, Described>();
  private readonly alike = new Map<string, { thing: Described; known: Facts }[]>();

  /** `isOne` is true if all descriptions describe one thing. */
  constructor(private readonly isOne: boolean) {}

  /** Returns the thing with these facts, or with the same text or name and nothing that contradicts them. */
  find(facts: Facts): Described | undefined {
    if (this.isOne) return this.all[0];
    const alike = this.alike.get(firstOf(facts)) ?? [];
    return this.equal.get(allOf(facts)) ?? alike.find(({ known }) => agree(known, facts))?.thing;
  }

  add(thing: Described, facts: Facts): Described {
    const alike = this.alike.get(firstOf(facts)) ?? [];
    if (alike.length < MAX_ALIKE) alike.push({ thing, known: new Map(facts) });
    this.alike.set(firstOf(facts), alike);
    this.equal.set(allOf(facts), thing);
    this.all.push(thing);
    return thing;
  }
}

function allOf(facts: Facts): string {
  return JSON.stringify([...facts]);
}

function firstOf(facts: Facts): string {
  const [fact] = facts;
  return JSON.stringify(fact ?? null);
}

/**
 * Collects the descriptions of each thing from all blocks of a page, as the node map of JSON-LD does: equal ids mean one
 * thing, and relative ids are URLs of the page. If descriptions contradict each other in a name, text, author, date or
 * figure, a template gives the id to several things, and each text or name is a thing of its own.
 */
export class NodeMap {
  private readonly byId = new Map<string, Namesakes>();
  private readonly ids = new Map<JsonObject, string>();
  private readonly described = new Map<JsonObject, Described>();
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
    const own = this.described.get(item);
    if (own) return own;
    const things = this.byId.get(this.ids.get(item) ?? '')?.things;
    if (!things) return null;
    const [other] = things.other;
    const kind = kindOf(item);
    if (kind !== 'untyped') return things[kind][0] ?? other ?? null;
    const isKnown = other !== undefined && other.descriptions.length > 0;
    return (isKnown ? other : (things.review[0] ?? things.page[0] ?? other)) ?? null;
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
      descriptions: { review: [], page: [], other: [], untyped: [] },
      things: { review: [], page: [], other: [] },
    };
    this.byId.set(id, namesakes);
    // An object with nothing else only refers to the thing.
    if (Object.keys(item).every((name) => name === '@id' || name === '@type')) return;
    namesakes.descriptions[kindOf(item)].push(item);
  }

  /** A blank id, `_:b0`, names a thing of its own block only. */
  private resolved(id: string, block: number): string {
    this.budget.spend(id.length);
    if (id.startsWith('_:')) return `${block} ${id}`;
    return id.length > MAX_ID ? id : (parseUrl(id, this.url)?.href ?? id);
  }

  /** Finds the things of an id. A description without a type belongs to the first kind that others describe. */
  private settle({ descriptions, things }: Namesakes): void {
    const kinds = ['other', 'review', 'page'] as const;
    const kindOfUntyped = kinds.find((kind) => descriptions[kind].length > 0) ?? 'other';
    for (const kind of kinds) {
      const untyped = kind === kindOfUntyped ? descriptions.untyped : [];
      things[kind] = this.thingsOf([...descriptions[kind], ...untyped], kind === 'review');
    }
    if (things.other.length === 0) things.other = [this.newThing()];
  }

  /** Returns the things that descriptions with one id describe: one thing, unless they contradict each other. */
  private thingsOf(items: readonly JsonObject[], isReview: boolean): Described[] {
    const terms = { isReview, idOf: (thing: JsonObject) => this.ids.get(thing) ?? '' };
    const descriptions = items.map((item) => ({ item, facts: factsOf(item, terms) }));
    const whole: Facts = new Map();
    const isOne = descriptions.every(({ facts }) => agree(whole, facts));
    const known = new KnownThings(isOne);
    for (const { item, facts } of descriptions) {
      for (const fact of facts.values()) this.budget.spend(3 * fact.length);
      const thing = known.find(facts) ?? known.add(this.newThing(), facts);
      thing.descriptions.push(item);
      this.described.set(item, thing);
    }
    return known.all;
  }
}
