import { bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt } from '../builders/json-paths';
import type { Read } from '../builders/json-spec';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { assertMakesReviews } from './asked-questions';

const API = 'https://api.surveymonkey.com/v3/surveys';
/** Pages of a survey, questions of a page and choices of a question that are read. */
const MAX_PARTS = 200;
/** A rating with this many choices starts at 0. It is the question "How likely are you to recommend us?". */
const NPS_CHOICES = 11;
/** Families and subtypes of questions that may be a rating, and of those for a text. */
const RATINGS = new Set(['matrix rating', 'matrix single']);
const TEXTS = new Set(['open_ended essay', 'open_ended single']);

/** The questions of a survey that make a review. */
interface Questions {
  /** `values` has the rating of each choice. */
  rating: { id: string; scale: number; values: Readonly<Record<string, number>> } | null;
  /** Questions whose answers are the text. */
  texts: readonly string[];
}

const meta = platformMeta({
  typeId: 48,
  slug: 'surveymonkey',
  label: 'SurveyMonkey',
  aliases: ['survey_monkey'],
  category: 'surveys',
  logo: ['S', '#00bf6f'],
  method: 'credentials',
  hosts: ['api.surveymonkey.com'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Create an app at developer.surveymonkey.com with the scopes "View Surveys" and "View Response Details", and send its ' +
    'access token as access_token. Send the id of the survey as stores. It is the number in the URL of the survey. The first ' +
    'rating or NPS question becomes the rating, and the answers to open questions become the text. E-mail and IP addresses are ' +
    'not stored. Accounts with data in the EU or Canada cannot be read.',
  caps: { order: 'updated', paging: 'number', fullHistory: true },
  stores: { re: /^\d{4,20}$/, what: 'the id of a survey', example: '523456789', max: 20 },
});

/** Returns the questions of all pages of a survey, or what a response has about each of them. */
function partsOf(json: JsonObject): unknown[] {
  return elementsAt(json, 'pages', MAX_PARTS).flatMap((page) => elementsAt(page, 'questions', MAX_PARTS));
}

/** Orders choices from the worst to the best: by weight if every choice has its own, otherwise as they are shown. */
function ordered(choices: readonly unknown[]): unknown[] {
  const weights = choices.map((choice) => valueAt(choice, 'weight'));
  const weighted =
    weights.every((weight) => typeof weight === 'number') && new Set(weights).size === choices.length;
  const rank = (choice: unknown): number => Number(valueAt(choice, weighted ? 'weight' : 'position') ?? 0);
  return choices.toSorted((a, b) => rank(a) - rank(b));
}

function isA(kinds: ReadonlySet<string>, question: unknown): boolean {
  return kinds.has(`${textAt(question, 'family')} ${textAt(question, 'subtype')}`);
}

function ratingOf(questions: readonly unknown[]): Questions['rating'] {
  // A matrix with several rows asks for several ratings.
  const question = questions.find(
    (one) => isA(RATINGS, one) && elementsAt(one, 'answers.rows', 2).length <= 1,
  );
  const choices = elementsAt(question, 'answers.choices', MAX_PARTS).filter(
    // The choice "not applicable" is no rating.
    (choice) => textAt(choice, 'id') !== '' && valueAt(choice, 'is_na') !== true,
  );
  const lowest = choices.length === NPS_CHOICES ? 0 : 1;
  const scale = choices.length - 1 + lowest;
  if (scale <= 1) return null;
  const values = ordered(choices).map((choice, index) => [textAt(choice, 'id'), index + lowest] as const);
  return { id: textAt(question, 'id'), scale, values: Object.fromEntries(values) };
}

function questionsOf(details: JsonObject): Questions {
  const questions = partsOf(details).filter((question) => textAt(question, 'id') !== '');
  const open = questions.filter((question) => isA(TEXTS, question));
  return { rating: ratingOf(questions), texts: open.map((question) => textAt(question, 'id')) };
}

function detailsOf(survey: string, read: Read): Promise<JsonObject> {
  return read({ url: `${API}/${survey}/details` });
}

/** Returns the answers of a response by the ids of the questions. */
function answersOf(row: JsonObject): ReadonlyMap<unknown, readonly unknown[]> {
  const answers = (question: unknown): readonly unknown[] => elementsAt(question, 'answers', MAX_PARTS);
  return new Map(partsOf(row).map((question) => [valueAt(question, 'id'), answers(question)]));
}

function textOf(row: JsonObject, { texts }: Questions): string {
  const answers = answersOf(row);
  const given = texts.flatMap((id) => answers.get(id) ?? []).map((answer) => textAt(answer, 'text'));
  return given.filter((text) => text !== '').join('\n\n');
}

function givenRating(row: JsonObject, { rating }: Questions): number | undefined {
  const answers = rating ? (answersOf(row).get(rating.id) ?? []) : [];
  return answers
    .map((answer) => valueAt(rating?.values, textAt(answer, 'choice_id')))
    .find((value) => typeof value === 'number');
}

export const surveymonkey = storesPlatform<number, JsonObject, JsonObject, Questions>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The access token may not read responses. Add the scope "View Response Details", which needs a paid plan of SurveyMonkey.',
    },
  },

  headers: bearerOf,

  async aboutStore(survey, _ctx, _key, read) {
    const details = await detailsOf(survey, read);
    assertMakesReviews('survey', survey, questionsOf(details));
    return { name: valueAt(details, 'title') };
  },

  request: ({ partition, cursor }) => ({
    url: `${API}/${partition}/responses/bulk`,
    query: {
      per_page: 100,
      page: cursor ?? 1,
      sort_by: 'date_modified',
      sort_order: 'DESC',
      status: 'completed',
    },
  }),

  rows: 'data',
  next: nextPage({ more: 'links.next' }),

  // A response has the ids of choices, and the definition of the survey has what they mean.
  extra: async (_rows, { partition }, _ctx, read) => questionsOf(await detailsOf(partition, read)),

  review: {
    skip: (row, { extra }) =>
      (row['response_status'] ?? 'completed') !== 'completed' ||
      (givenRating(row, extra) === undefined && textOf(row, extra) === ''),
    id: 'id',
    author: (row) => `${textAt(row, 'first_name')} ${textAt(row, 'last_name')}`,
    text: (row, { extra }) => textOf(row, extra),
    rating: (row, { extra }) => givenRating(row, extra),
    scale: (_row, { extra }) => extra.rating?.scale,
    date: 'date_created',
  },
});
