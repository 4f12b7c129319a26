import { bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, numberAt, textAt, valueAt } from '../builders/json-paths';
import { cursorOfLast } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { readDefinition } from './asked-questions';

const API = 'https://api.typeform.com/forms';
/** Questions of a form and answers of a response that are read. Typeform has no limit. */
const MAX_QUESTIONS = 500;

/** The questions of a form that make a review, by their ids. */
interface Questions {
  /** The first rating. `shift` is added to an answer. */
  rating: { id: string; scale: number; shift: number } | null;
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
  proof: { kind: 'recording', year: 2022 },
  ratingScale: 10,
  hosts: ['api.typeform.com'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Create a personal token in your Typeform account with the scopes "Forms: Read" and "Responses: Read", and paste it as the ' +
    'access key. Enter the id of the form under "Locations or stores". It is the last part of the URL of the form, after /to/. ' +
    'The first rating, opinion scale or NPS question becomes the rating, and the answers to long text questions become the text. ' +
    'E-mail addresses and phone numbers are not read. Accounts with data in the EU cannot be read.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, plain: true },
  stores: { re: /^[\w-]{4,40}$/, what: 'the id of a form', example: 'aB3dE5fG', max: 20 },
  maxPages: 1_000,
});

const idOf = (field: unknown): string => textAt(field, 'id').slice(0, 100);

/**
 * Returns what a question asks to rate, or null. An opinion scale from 0 to 4 becomes 1 to 5, because a rating of 0 is not a rating
 * on a short scale.
 */
function ratingOf(field: unknown): Questions['rating'] {
  const [id, type, given] = [idOf(field), valueAt(field, 'type'), valueAt(field, 'properties.steps')];
  const steps = (usual: number, most: number): number =>
    Math.min(Math.max(Number.isInteger(given) ? Number(given) : usual, 2), most);
  if (type === 'nps') return { id, scale: 10, shift: 0 };
  if (type === 'rating') return { id, scale: steps(5, 10), shift: 0 };
  if (type !== 'opinion_scale') return null;
  const scale = steps(11, 11);
  if (valueAt(field, 'properties.start_at_one') === true) return { id, scale, shift: 0 };
  return scale <= 6 ? { id, scale, shift: 1 } : { id, scale: scale - 1, shift: 0 };
}

function isName(field: unknown): boolean {
  // Set for the parts of a question about contact details.
  const part = valueAt(field, 'subfield_key');
  if (part !== undefined) return part === 'first_name' || part === 'last_name';
  return valueAt(field, 'type') === 'short_text' && /\bname\b/i.test(textAt(field, 'title').slice(0, 200));
}

function questionsOf(definition: JsonObject): Questions {
  const fields = elementsAt(definition, 'fields', MAX_QUESTIONS)
    .flatMap((field) => {
      // A group has questions.
      const inner = elementsAt(field, 'properties.fields', MAX_QUESTIONS);
      return inner.length > 0 ? inner : [field];
    })
    .slice(0, MAX_QUESTIONS)
    .filter((field) => idOf(field) !== '');
  const ofType = (type: string): unknown[] => fields.filter((field) => valueAt(field, 'type') === type);
  const long = ofType('long_text');
  const short = ofType('short_text').filter(
    (field) => valueAt(field, 'subfield_key') === undefined && !isName(field),
  );
  return {
    rating: fields.map(ratingOf).find((rating) => rating !== null) ?? null,
    texts: (long.length > 0 ? long : short).map(idOf),
    names: fields.filter(isName).map(idOf),
  };
}

export const typeform = storesPlatform<string, JsonObject, JsonObject, Questions>({
  meta,

  errors: {
    403: {
      CREDENTIALS_INVALID:
        'The token may not read the form. Give it the scopes "Forms: Read" and "Responses: Read".',
    },
  },

  headers: bearerOf,

  ...readDefinition({ what: 'form', urlOf: (form) => `${API}/${form}`, link: '_links.display', questionsOf }),

  request: ({ partition, cursor }) => ({
    url: `${API}/${partition}/responses`,
    query: { page_size: 1_000, completed: 'true', before: cursor ?? undefined },
  }),

  rows: 'items',

  // The token of the last response is the cursor. Without another page, page_count is 1 or 0.
  next: (page) =>
    Number(valueAt(page.body, 'page_count') ?? 2) <= 1 ? null : cursorOfLast('items', 'token')(page),

  review(row, { extra: { rating, texts, names } }) {
    // Answers that are no list reject the response.
    const given = ((row['answers'] ?? []) as unknown[]).slice(0, MAX_QUESTIONS);
    const answers = new Map(given.map((answer) => [valueAt(answer, 'field.id'), answer]));
    const textsOf = (ids: readonly string[]): string[] =>
      ids.map((id) => textAt(answers.get(id), 'text')).filter((text) => text !== '');
    const text = textsOf(texts).join('\n\n');
    const answer = rating && numberAt(answers.get(rating.id), 'number');
    if (answer === null && text === '') return null;
    return {
      id: valueAt(row, ['response_id', 'token']),
      author: textsOf(names).join(' ') || valueAt(row, 'hidden.name'),
      text,
      ...(rating && { rating: answer === null ? null : answer + rating.shift, scale: rating.scale }),
      date: row['submitted_at'],
    };
  },
});
