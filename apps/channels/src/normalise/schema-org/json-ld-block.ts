import { readLenientJson } from './lenient-json';
import type { WorkBudget } from './work-budget';

/** What a block of JSON-LD contains. */
export interface JsonLdBlock {
  /** The values that were read. A block may have several. */
  values: readonly unknown[];
  /** Where and why reading ended: `line 14: the JSON ends inside of a string`. Null if the whole block was read. */
  fault: string | null;
}

/** The start of a block whose first quote is an entity, escaped once or several times. */
const ENTITIES =
  /^[^"']{0,300}?[[{]\s{0,99}&(?:amp;)*(?:quot|apos|[lr]dquo|#0*(?:34|39|822[0-2]|8243)|#x0*(?:22|27|201[c-e]));/i;
/** Two reviews in one object, or in two. Loops of templates write the property once for each review. */
const REVIEWS = /"reviews?"\s{0,9}:[^]*?"reviews?"\s{0,9}:/;
/** The start of a block whose first quote has a backslash. */
const BACKSLASHES = /^[^"']{0,300}?[[{](?:\s|\\[nrt]){0,99}\\+(?:"|u0022)/i;
/** The start of a block whose template has left out the braces around its properties. */
const NO_BRACE = /^"@?[a-z]{1,30}"\s{0,9}:/i;
const MAX_START = 1_000;
/** How many times a block may be escaped. */
const MAX_ESCAPES = 3;
const ENTITY_VALUES: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['#34', '"'],
  ['#x22', '"'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['apos', "'"],
  ['#39', "'"],
  ['#x27', "'"],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['#8220', '“'],
  ['#8221', '”'],
  ['#8222', '„'],
  ['#8243', '″'],
  ['#x201c', '“'],
  ['#x201d', '”'],
  ['#x201e', '„'],
]);

/** Reads the text of a block. Repairs what JSON does not allow but has only one meaning. */
export function parseBlock(text: string, budget: WorkBudget): JsonLdBlock {
  budget.spend(text.length);
  const plain = parsed(text);
  if (plain !== undefined) return { values: withAllReviews(text, unwrapped(plain), budget), fault: null };
  const json = unescaped(text.trim(), budget);
  const whole = parsed(json);
  if (whole !== undefined) return { values: [whole], fault: null };
  const { values, fault } = readLenientJson(NO_BRACE.test(json) ? `{${json}}` : json, budget);
  return { values, fault: fault && `line ${lineOf(json, fault.at)}: ${fault.message}` };
}

/** Returns the values of a valid block. `JSON.parse` keeps only the last of several properties with one name. */
function withAllReviews(text: string, plain: unknown, budget: WorkBudget): readonly unknown[] {
  if (!REVIEWS.test(text)) return [plain];
  const { values, fault } = readLenientJson(text, budget);
  return fault ? [plain] : values;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** Some templates encode the JSON of a block twice. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s{0,99}[[{]/.test(value)) return value;
  return parsed(value) ?? value;
}

function unescaped(text: string, budget: WorkBudget): string {
  let json = text;
  for (let count = 0; count < MAX_ESCAPES; count++) {
    const start = json.slice(0, MAX_START);
    const byEntities = ENTITIES.test(start);
    if (!byEntities && !BACKSLASHES.test(start)) break;
    budget.spend(json.length);
    json = byEntities ? withoutEntities(json) : withoutBackslashes(json);
  }
  return json;
}

function withoutEntities(text: string): string {
  return text.replace(
    /&(?:(quot|amp|lt|gt|apos|[lr]dquo)|#0*(34|39|822[0-2]|8243)|#(x)0*(22|27|201[c-e]));/gi,
    (_entity, name?: string, decimal?: string, x?: string, hex?: string) =>
      ENTITY_VALUES.get((name ?? `#${decimal ?? `${x}${hex}`}`).toLowerCase()) ?? '',
  );
}

function withoutBackslashes(text: string): string {
  return text.replace(/\\(?:u0022|([nrt])|(["\\/]))/gi, (_escape, space?: string, other?: string) =>
    space === undefined ? (other ?? '"') : ' ',
  );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
