import { webUrl } from '@plaudit/runtime/content';
import { layoutChanged } from '../builders/api-errors';
import { bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt } from '../builders/json-paths';
import type { Read } from '../builders/json-spec';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { assertMakesReviews } from './asked-questions';

const API = 'https://api.typeform.com/forms';
/** Questions of a form that are read. Typeform has no limit. */
const MAX_QUESTIONS = 500;
/** Answers of a response that are read. */
const MAX_ANSWERS = 500;

/** A question of a form. */
interface Field {
  id: string;
  title?: unknown;
  type?: unknown;
  /** Set for the parts of a question about contact details. */
  subfield_key?: unknown;
  properties?: { steps?: unknown; start_at_one?: unknown } | null;
}

/** A response. Answers that are no list reject it. */
interface Row {
  answers?: readonly unknown[] | null;
}

/** The questions of a form that make a review. */
interface Questions {
  /** The first rating. `shift` is added to an answer. */
  rating: { id: string; scale: number; shift: number } | null;
  /** Questions whose answers are the text. */
  texts: readonly string[];
  /** Questions whose answers are the name of the author. */
  names: readonly string[];
}

const meta = platformMeta({
  typeId: 47,
  slug: 'typeform',
  label: 'Typeform',
  category: 'surveys',
  logo: ['T', '#262627'],
  method: 'credentials',
  ratingScale: 10,
  hosts: ['api.typeform.com'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Create a personal token in your Typeform account with the scopes "Forms: Read" and "Responses: Read", and send it as ' +
    'access_token. Send the id of the form as stores. It is the last part of the URL of the form, after /to/. The first rating, ' +
    'opinion scale or NPS question becomes the rating, and the answers to long text questions become the text. E-mail addresses ' +
    'and phone numbers are not read. Accounts with data in the EU cannot be read.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true },
  stores: { re: /^[\w-]{4,40}$/, what: 'the id of a form', example: 'aB3dE5fG', max: 20 },
  maxPages: 1_000,
});

/** Returns the questions of a form, those inside of groups too. */
function fieldsOf(definition: JsonObject): Field[] {
  return elementsAt(definition, 'fields', MAX_QUESTIONS)
    .flatMap((field) => {
      const inner = elementsAt(field, 'properties.fields', MAX_QUESTIONS);
      return inner.length > 0 ? inner : [field];
    })
    .slice(0, MAX_QUESTIONS)
    .filter((field): field is Field => textAt(field, 'id') !== '');
}

/**
 * Returns the scale of a question, or null if it is no rating. An opinion scale from 0 to 4 becomes 1 to 5, because a rating of 0
 * is not a rating on a short scale.
 */
function scaleOf({ type, properties }: Field): { scale: number; shift: number } | null {
  const steps = Number.isInteger(properties?.steps) ? Number(properties?.steps) : null;
  if (type === 'nps') return { scale: 10, shift: 0 };
  if (type === 'rating') return { scale: Math.min(Math.max(steps ?? 5, 2), 10), shift: 0 };
  if (type !== 'opinion_scale') return null;
  const count = Math.min(Math.max(steps ?? 11, 2), 11);
  if (properties?.start_at_one === true) return { scale: count, shift: 0 };
  return count - 1 <= 5 ? { scale: count, shift: 1 } : { scale: count - 1, shift: 0 };
}

function isName({ type, title, subfield_key: part }: Field): boolean {
  if (part !== undefined) return part === 'first_name' || part === 'last_name';
  return type === 'short_text' && typeof title === 'string' && /\bname\b/i.test(title.slice(0, 200));
}

function questionsOf(definition: JsonObject): Questions {
  const fields = fieldsOf(definition);
  const [rating = null] = fields.flatMap((field) => {
    const scale = scaleOf(field);
    return scale ? [{ id: field.id, ...scale }] : [];
  });
  const idsOf = (chosen: readonly Field[]): string[] => chosen.map(({ id }) => id.slice(0, 100));
  const long = fields.filter(({ type }) => type === 'long_text');
  const short = fields.filter(
    (field) => field.type === 'short_text' && field.subfield_key === undefined && !isName(field),
  );
  return {
    rating,
    texts: idsOf(long.length > 0 ? long : short),
    names: idsOf(fields.filter(isName)),
  };
}

function definitionOf(form: string, read: Read): Promise<JsonObject> {
  return read({ url: `${API}/${form}` });
}

/** Returns the answers of a response by the ids of the questions. */
function answersOf({ answers }: Row): ReadonlyMap<unknown, unknown> {
  const read = answers?.slice(0, MAX_ANSWERS) ?? [];
  return new Map(read.map((answer) => [valueAt(answer, 'field.id'), answer]));
}

/** Returns the answers to the given questions, in the order of the form. */
function textsOf(row: Row, ids: readonly string[]): string[] {
  const answers = answersOf(row);
  return ids.map((id) => textAt(answers.get(id), 'text')).filter((text) => text !== '');
}

function ratingOf(row: Row, { rating }: Questions): number | null {
  const given = rating && valueAt(answersOf(row).get(rating.id), 'number');
  return rating && typeof given === 'number' ? given + rating.shift : null;
}

export const typeform = storesPlatform<string, JsonObject, Row, Questions>({
  meta,

  errors: {
    403: {
      CREDENTIALS_INVALID:
        'The token may not read the form. Give it the scopes "Forms: Read" and "Responses: Read".',
    },
  },

  headers: bearerOf,

  async aboutStore(form, _ctx, _key, read) {
    const definition = await definitionOf(form, read);
    assertMakesReviews('form', form, questionsOf(definition));
    return { name: valueAt(definition, 'title'), url: webUrl(valueAt(definition, '_links.display')) };
  },

  request: ({ partition, cursor }) => ({
    url: `${API}/${partition}/responses`,
    query: { page_size: 1_000, completed: 'true', before: cursor ?? undefined },
  }),

  rows: 'items',

  // The token of the last response is the cursor. Without another page, page_count is 1 or 0.
  next(page) {
    if (page.count === 0 || Number(valueAt(page.body, 'page_count') ?? 2) <= 1) return null;
    const token = cursorAt(`items.${page.count - 1}.token`)(page);
    if (token === null) throw layoutChanged(meta);
    return token;
  },

  // Owners edit their forms, so the scale is read with each page.
  extra: async (_rows, { partition }, _ctx, read) => questionsOf(await definitionOf(partition, read)),

  review: {
    skip: (row, { extra }) => ratingOf(row, extra) === null && textsOf(row, extra.texts).length === 0,
    id: ['response_id', 'token'],
    author: (row, { extra }) => textsOf(row, extra.names).join(' ') || valueAt(row, 'hidden.name'),
    text: (row, { extra }) => textsOf(row, extra.texts).join('\n\n'),
    rating: (row, { extra }) => ratingOf(row, extra),
    scale: (_row, { extra }) => extra.rating?.scale,
    date: 'submitted_at',
  },
});
