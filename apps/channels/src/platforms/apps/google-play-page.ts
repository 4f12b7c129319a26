import { JsonTooDeep, parseJson } from '../../normalise/json';
import { rawTextOf, readPageTree } from '../../normalise/schema-org/page-tree';
import { WorkBudget } from '../../normalise/schema-org/work-budget';

/** Reviews of one answer that are read. Google sends as many as requested, which are 150. */
const MAX_ROWS = 500;
/** The longest token of a next page. Google's have about 100 characters. */
const MAX_TOKEN = 4_000;
/** Where the name of a block of data must begin in its script. */
const MAX_BLOCK_HEAD = 200;

/** A review by the positions of its values, which may be of any type. */
export interface PlayReview {
  id: unknown;
  author: unknown;
  avatar: unknown;
  stars: unknown;
  text: unknown;
  seconds: unknown;
  thumbsUp: unknown;
  reply: unknown;
  repliedAt: unknown;
  version: unknown;
}

export interface PlayReviews {
  kind: 'reviews';
  rows: PlayReview[];
  next: string | null;
}

/** Google could not answer. */
interface PlayFailure {
  kind: 'failure';
}

export interface PlayApp {
  kind: 'app';
  name: string;
  /** Null for an app without ratings. */
  score: number | null;
  /** The number of written reviews. The number beside the score, which is many times larger, counts ratings. */
  reviews: number | null;
}

/** Null if the answer has another form than known. */
export type PlayAnswer = PlayReviews | PlayApp | PlayFailure | null;

/** The procedure of the batch API that lists reviews. */
export const REVIEWS_PROCEDURE = 'UsvDTd';
/** The code of gRPC for "not found", which the procedure sends for an app without reviews in a language. */
const NOT_FOUND = 5;

/** Returns the value at a path of positions, or undefined. */
function at(value: unknown, ...path: readonly number[]): unknown {
  return path.reduce<unknown>((list, index) => (Array.isArray(list) ? list[index] : undefined), value);
}

/** Returns the value of a JSON text, or undefined if it is not JSON. */
function jsonOf(text: string, budget: WorkBudget): unknown {
  budget.spend(text.length);
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonTooDeep) return undefined;
    throw error;
  }
}

/** Reads an answer of the procedure that lists reviews: a line that is not JSON, then JSON that contains JSON as a text. */
export function readPlayReviews(body: string, budget = new WorkBudget()): PlayReviews | PlayFailure | null {
  const start = body.indexOf('[');
  if (start < 0 || start > MAX_BLOCK_HEAD) return null;
  const answers = jsonOf(body.slice(start), budget);
  if (!Array.isArray(answers)) return null;
  const answer: unknown = answers.find(
    (entry) => at(entry, 0) === 'wrb.fr' && at(entry, 1) === REVIEWS_PROCEDURE,
  );
  const payload = at(answer, 2);
  if (payload === null) {
    const code = at(answer, 5, 0);
    const isFailure = typeof code === 'number' && code !== NOT_FOUND;
    return isFailure ? { kind: 'failure' } : { kind: 'reviews', rows: [], next: null };
  }
  return typeof payload === 'string' ? reviewsOf(jsonOf(payload, budget)) : null;
}

function reviewsOf(payload: unknown): PlayReviews | null {
  const rows = at(payload, 0) ?? [];
  const next = at(payload, 1, 1) ?? null;
  const isToken = next === null || (typeof next === 'string' && next.length <= MAX_TOKEN);
  if (!Array.isArray(payload) || !Array.isArray(rows) || !isToken) return null;
  return { kind: 'reviews', rows: rows.slice(0, MAX_ROWS).map(reviewOf), next };
}

function reviewOf(row: unknown): PlayReview {
  return {
    id: at(row, 0),
    author: at(row, 1, 0),
    avatar: at(row, 1, 1, 3, 2),
    stars: at(row, 2),
    text: at(row, 4) ?? null,
    seconds: at(row, 5, 0),
    thumbsUp: at(row, 6) ?? null,
    reply: at(row, 7, 1) ?? null,
    repliedAt: at(row, 7, 2, 0) ?? at(row, 7, 2) ?? null,
    version: at(row, 10) ?? null,
  };
}

/** Reads the page of an app. Its name and figures are in a script, in a list whose positions have changed before. */
export function readPlayApp(html: string, budget = new WorkBudget()): PlayApp | null {
  const block = readPageTree(html, budget)
    .elements.filter(({ name }) => name === 'script')
    .map(rawTextOf)
    .find((script) => isDetailsBlock(script, budget));
  const app = at(block === undefined ? undefined : jsonOf(listIn(block, budget), budget), 1, 2);
  const name = at(app, 0, 0);
  if (typeof name !== 'string') return null;
  const figures = at(app, 51) ?? null;
  const score = at(figures, 0, 1) ?? null;
  const reviews = at(figures, 3, 1) ?? null;
  if (figures !== null && !Array.isArray(figures)) return null;
  return isFigure(score) && isFigure(reviews) ? { kind: 'app', name, score, reviews } : null;
}

const isFigure = (value: unknown): value is number | null => value === null || typeof value === 'number';

function isDetailsBlock(script: string, budget: WorkBudget): boolean {
  const head = script.slice(0, MAX_BLOCK_HEAD);
  budget.spend(head.length);
  return head.includes('AF_initDataCallback') && /key:\s{0,5}'ds:5'/.test(head);
}

/** Returns the list behind `data:` as far as its closing bracket. */
function listIn(script: string, budget: WorkBudget): string {
  const start = script.indexOf('[', script.indexOf('data:') + 1);
  budget.spend(script.length);
  let depth = 0;
  let inString = false;
  for (let index = Math.max(start, 0); index < script.length; index++) {
    const character = script[index];
    if (inString && character === '\\') index += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && character === '[') depth += 1;
    else if (!inString && character === ']') depth -= 1;
    if (depth === 0) return script.slice(Math.max(start, 0), index + 1);
  }
  return '';
}
