import { bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, numberAt, textAt, valueAt } from '../builders/json-paths';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { readDefinition } from './asked-questions';

const API = 'https://api.surveymonkey.com/v3/surveys';
/** Pages of a survey, questions of a page and choices of a question that are read. */
const MAX_PARTS = 200;

/** The questions of a survey that make a review, by their ids. */
interface Questions {
  /** `values` has the rating of each choice. */
  rating: { id: string; scale: number; values: Readonly<Record<string, number>> } | null;
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
  proof: { kind: 'recording' },
  hosts: ['api.surveymonkey.com'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Create an app at developer.surveymonkey.com with the scopes "View Surveys" and "View Response Details", and paste its ' +
    'access token as the access key. Enter the id of the survey under "Locations or stores". It is the number in the URL of the ' +
    'survey. The first rating or NPS question becomes the rating, and the answers to open questions become the text. E-mail and ' +
    'IP addresses are not stored. Accounts with data in the EU or Canada cannot be read.',
  caps: { order: 'updated', paging: 'number', fullHistory: true },
  stores: { re: /^\d{4,20}$/, what: 'the id of a survey', example: '523456789', max: 20 },
});

/** Returns the questions of all pages of a survey, or what a response has about each of them. */
function partsOf(json: JsonObject): unknown[] {
  return elementsAt(json, 'pages', MAX_PARTS).flatMap((page) => elementsAt(page, 'questions', MAX_PARTS));
}

/** Orders choices from the worst to the best: by weight if every choice has its own, otherwise as they are shown. */
function ordered(choices: readonly unknown[]): unknown[] {
  const weights = choices.map((choice) => numberAt(choice, 'weight'));
  const weighted = !weights.includes(null) && new Set(weights).size === choices.length;
  const rank = (choice: unknown): number => numberAt(choice, weighted ? 'weight' : 'position') ?? 0;
  return choices.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns true for a question of one of the given families and subtypes. */
function isA(question: unknown, ...kinds: string[]): boolean {
  return kinds.includes(`${textAt(question, 'family')} ${textAt(question, 'subtype')}`);
}

function ratingOf(questions: readonly unknown[]): Questions['rating'] {
  // A matrix with several rows asks for several ratings.
  const question = questions.find(
    (one) => isA(one, 'matrix rating', 'matrix single') && elementsAt(one, 'answers.rows', 2).length <= 1,
  );
  const choices = elementsAt(question, 'answers.choices', MAX_PARTS).filter(
    // The choice "not applicable" is no rating.
    (choice) => textAt(choice, 'id') !== '' && valueAt(choice, 'is_na') !== true,
  );
  // 11 choices are those of "How likely are you to recommend us?", which start at 0.
  const lowest = choices.length === 11 ? 0 : 1;
  const scale = choices.length - 1 + lowest;
  if (scale <= 1) return null;
  const values = ordered(choices).map((choice, index) => [textAt(choice, 'id'), index + lowest] as const);
  return { id: textAt(question, 'id'), scale, values: Object.fromEntries(values) };
}

function questionsOf(details: JsonObject): Questions {
  const questions = partsOf(details).filter((question) => textAt(question, 'id') !== '');
  const open = questions.filter((question) => isA(question, 'open_ended essay', 'open_ended single'));
  return { rating: ratingOf(questions), texts: open.map((question) => textAt(question, 'id')) };
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

  // A response has the ids of choices, and the definition of the survey has what they mean.
  ...readDefinition({ what: 'survey', urlOf: (survey) => `${API}/${survey}/details`, questionsOf }),

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

  review(row, { extra: { rating, ...asked } }) {
    if ((row['response_status'] ?? 'completed') !== 'completed') return null;
    const parts = new Map(partsOf(row).map((part) => [valueAt(part, 'id'), part]));
    const answersTo = (ids: readonly string[]): unknown[] =>
      ids.flatMap((id) => elementsAt(parts.get(id), 'answers', MAX_PARTS));
    const texts = answersTo(asked.texts).map((answer) => textAt(answer, 'text'));
    const text = texts.filter((one) => one !== '').join('\n\n');
    const choices = answersTo(rating ? [rating.id] : []);
    const value = choices
      .map((choice) => valueAt(rating?.values, textAt(choice, 'choice_id')))
      .find((one) => typeof one === 'number');
    if (value === undefined && text === '') return null;
    return {
      id: row['id'],
      author: `${textAt(row, 'first_name')} ${textAt(row, 'last_name')}`,
      text,
      ...(rating && { rating: value, scale: rating.scale }),
      date: row['date_created'],
    };
  },
});
