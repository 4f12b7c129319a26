import { parseDecimal } from '../numbers';
import { isObject, type JsonObject, listOf } from './json-ld-object';
import { localName } from './schema-node';

/** What a description says of its thing that has one value only, such as its name. The most telling fact comes first. */
export type Facts = Map<string, string>;

const TEXTS = ['reviewBody', 'description', 'text'];
const AUTHORS = ['author', 'creator', 'reviewer'];
const RATINGS = ['reviewRating', 'rating'];
const DATES = ['datePublished', 'dateCreated'];
const FIGURES = ['ratingValue', 'bestRating', 'reviewCount', 'ratingCount'];

/** Returns the facts of a description. `idOf` returns the id of a thing in it, or an empty text. */
export function factsOf(
  item: JsonObject,
  { isReview, idOf }: { isReview: boolean; idOf: (thing: JsonObject) => string },
): Facts {
  const values = new Map(Object.entries(item).map(([name, value]) => [localName(name), value]));
  const first = (names: readonly string[]): unknown =>
    names.map((name) => values.get(name)).find((value) => listOf(value).length > 0);
  const facts: Facts = new Map();
  const add = (name: string, fact: string): void => {
    if (fact !== '') facts.set(name, fact);
  };
  const addThing = (name: string, value: unknown, factOf: (value: unknown) => string): void => {
    const fact = factOf(value);
    const [thing] = listOf(value);
    // A thing that only refers to its description is told apart by its id.
    if (fact === '' && isObject(thing)) add(`id of ${name}`, idOf(thing));
    else add(name, fact);
  };
  if (isReview) {
    add('text', plainOf(first(TEXTS)));
    addThing('author', first(AUTHORS), nameOf);
    addThing('rating', first(RATINGS), valueOf);
    add('date', dayOf(first(DATES)));
  }
  add('name', nameOf(item));
  for (const name of FIGURES) add(name, figureOf(values.get(name)));
  return facts;
}

/** Adds facts to those of the same thing. Returns false, and adds nothing, if they contradict each other. */
export function agree(known: Facts, facts: Facts): boolean {
  for (const [name, fact] of facts) if ((known.get(name) ?? fact) !== fact) return false;
  for (const [name, fact] of facts) known.set(name, fact);
  return true;
}

/** Returns the only value of a property as text. Returns an empty text for several values and for a thing. */
function plainOf(value: unknown): string {
  const [one, ...more] = listOf(value);
  const plain = isObject(one) ? one['@value'] : one;
  if (more.length > 0 || (typeof plain !== 'string' && typeof plain !== 'number')) return '';
  return String(plain).trim().replace(/\s+/g, ' ');
}

/** Returns the same text for `5`, `"5.0"` and `"5,0"`. */
function figureOf(value: unknown): string {
  const plain = plainOf(value);
  return String(parseDecimal(plain) ?? plain);
}

/** Returns the day of a date with a time, and any other date as it is. */
function dayOf(value: unknown): string {
  const plain = plainOf(value);
  return /^\d{4}-\d\d-\d\d[T ]/i.test(plain) ? plain.slice(0, 10) : plain;
}

function nameOf(value: unknown): string {
  const [thing, ...more] = listOf(value);
  if (!isObject(thing) || more.length > 0 || '@value' in thing) return plainOf(value);
  return plainOf(thing['name']) || `${plainOf(thing['givenName'])} ${plainOf(thing['familyName'])}`.trim();
}

function valueOf(value: unknown): string {
  const [thing, ...more] = listOf(value);
  if (!isObject(thing) || more.length > 0 || '@value' in thing) return figureOf(value);
  return figureOf(thing['ratingValue'] ?? thing['value']);
}
