import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { bearer, readJson } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import { CrawlError } from '../crawl-error';
import type { Ctx } from '../context';
import { storesPlatform } from '../builders/stores-platform';
import { assertMakesReviews } from './asked-questions';

const API = 'https://api.typeform.com/forms';
const PAGE_SIZE = 1_000;
/** Questions of a form that are read. Typeform has no limit. */
const MAX_QUESTIONS = 500;
/** Answers of a response that are read. */
const MAX_ANSWERS = 500;

interface Field {
  id?: string;
  title?: string;
  type?: string;
  /** Set for the parts of a question about contact details. */
  subfield_key?: string;
  properties?: { steps?: number; start_at_one?: boolean; fields?: Field[] };
}

interface Definition {
  title?: string;
  fields?: Field[];
  _links?: { display?: string };
}

interface Answer {
  type?: string;
  number?: number;
  text?: string;
  field?: { id?: string; type?: string };
}

interface Row {
  response_id?: string;
  token?: string;
  submitted_at?: string;
  answers?: Answer[] | null;
  hidden?: { name?: string } | null;
}

interface Body {
  page_count?: number;
  items?: Row[];
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
  caps: { order: 'newest', paging: 'cursor' },
  stores: { re: /^[\w-]{4,40}$/, what: 'the id of a form', example: 'aB3dE5fG', max: 20 },
  maxPages: 1_000,
});

async function definitionOf(form: string, ctx: Ctx): Promise<Definition> {
  const headers = bearer(await ctx.token());
  return readJson<Definition>(meta, { url: `${API}/${encodeURIComponent(form)}`, headers }, ctx);
}

/** Returns the questions of a form, those inside of groups too. */
function fieldsOf({ fields }: Definition): Field[] {
  const top = Array.isArray(fields) ? fields.slice(0, MAX_QUESTIONS) : [];
  return top
    .flatMap((field) => {
      const inner = field?.properties?.fields;
      return Array.isArray(inner) ? inner.slice(0, MAX_QUESTIONS) : [field];
    })
    .slice(0, MAX_QUESTIONS);
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
  return type === 'short_text' && /\bname\b/i.test(String(title ?? '').slice(0, 200));
}

function questionsOf(definition: Definition): Questions {
  const fields = fieldsOf(definition).filter((field) => typeof field?.id === 'string');
  const rated = fields.find((field) => scaleOf(field) !== null);
  const scale = rated && scaleOf(rated);
  const idsOf = (chosen: readonly Field[]): string[] => chosen.map(({ id }) => String(id).slice(0, 100));
  const long = fields.filter(({ type }) => type === 'long_text');
  const short = fields.filter(
    (field) => field.type === 'short_text' && field.subfield_key === undefined && !isName(field),
  );
  return {
    rating: rated && scale ? { id: String(rated.id), ...scale } : null,
    texts: idsOf(long.length > 0 ? long : short),
    names: idsOf(fields.filter(isName)),
  };
}

/** Returns the answers to the given questions, in the order of the form. */
function textsOf({ answers }: Row, ids: readonly string[]): string[] {
  const given = new Map(answers?.slice(0, MAX_ANSWERS).map((answer) => [answer?.field?.id, answer?.text]));
  return ids.map((id) => given.get(id)).filter((text) => typeof text === 'string');
}

export const typeform = storesPlatform<string, Body, Row, Questions>({
  meta,

  errorOf: ({ status }) =>
    status === 403
      ? new CrawlError(
          'CREDENTIALS_INVALID',
          'The token may not read the form. Give it the scopes "Forms: Read" and "Responses: Read".',
        )
      : null,

  async aboutStore(form, ctx) {
    const definition = await definitionOf(form, ctx);
    assertMakesReviews('form', form, questionsOf(definition));
    return { name: definition.title, url: webUrl(definition._links?.display) };
  },

  request: async ({ partition, cursor }, ctx) => ({
    url: `${API}/${encodeURIComponent(partition)}/responses`,
    query: { page_size: PAGE_SIZE, completed: 'true', before: cursor ?? undefined },
    headers: bearer(await ctx.token()),
  }),

  rows: ({ items }) => items,

  // The token of the last response is the cursor. Without another page, page_count is 1 or 0.
  next({ body, count }) {
    if (count === 0 || Number(body.page_count ?? 2) <= 1) return null;
    const token = body.items?.[count - 1]?.token;
    if (!token) throw layoutChanged(meta);
    return token;
  },

  // Owners edit their forms, so the scale is read with each page.
  extra: async (_rows, { partition }, ctx) => questionsOf(await definitionOf(partition, ctx)),

  review(row, { extra: { rating, texts, names } }) {
    const given = row.answers
      ?.slice(0, MAX_ANSWERS)
      .find((answer) => answer?.field?.id === rating?.id)?.number;
    const text = textsOf(row, texts).join('\n\n');
    if (typeof given !== 'number' && text === '') return null;
    return {
      id: row.response_id ?? row.token,
      author: textsOf(row, names).join(' ') || row.hidden?.name,
      text,
      rating: rating && typeof given === 'number' ? given + rating.shift : null,
      ...(rating ? { scale: rating.scale } : {}),
      date: row.submitted_at,
    };
  },
});
