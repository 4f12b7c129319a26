import { platformMeta } from '../builders/platform-meta';
import { bearer, readJson } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import type { Ctx } from '../context';
import { storesPlatform } from '../builders/stores-platform';
import { assertMakesReviews } from './asked-questions';

const API = 'https://api.surveymonkey.com/v3/surveys';
const PAGE_SIZE = 100;
/** Pages of a survey, questions of a page and choices of a question that are read. */
const MAX_PARTS = 200;
/** A rating with this many choices starts at 0. It is the question "How likely are you to recommend us?". */
const NPS_CHOICES = 11;

interface Choice {
  id?: string;
  weight?: number;
  position?: number;
  /** True for "not applicable". */
  is_na?: boolean;
}

interface Question {
  id?: string;
  family?: string;
  subtype?: string;
  answers?: { choices?: Choice[]; rows?: unknown[] };
}

interface Details {
  title?: string;
  pages?: { questions?: Question[] }[];
}

interface Answered {
  id?: string;
  answers?: { choice_id?: string; text?: string }[];
}

interface Row {
  id?: string;
  date_created?: string;
  response_status?: string;
  first_name?: string;
  last_name?: string;
  pages?: { questions?: Answered[] }[];
}

interface Body {
  data?: Row[];
  links?: { next?: string };
}

/** The questions of a survey that make a review. */
interface Questions {
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
  caps: { order: 'updated', paging: 'number' },
  stores: { re: /^\d{4,20}$/, what: 'the id of a survey', example: '523456789', max: 20 },
});

async function detailsOf(survey: string, ctx: Ctx): Promise<Details> {
  const headers = bearer(await ctx.token());
  return readJson<Details>(meta, { url: `${API}/${survey}/details`, headers }, ctx);
}

function partsOf<Part>(parts: Part[] | null | undefined): Part[] {
  return Array.isArray(parts) ? parts.slice(0, MAX_PARTS) : [];
}

/** Orders choices from the worst to the best: by weight if every choice has its own, otherwise as they are shown. */
function ordered(choices: readonly Choice[]): Choice[] {
  const weights = choices.map(({ weight }) => weight);
  const weighted =
    weights.every((weight) => typeof weight === 'number') && new Set(weights).size === choices.length;
  const rank = ({ weight, position }: Choice): number => Number((weighted ? weight : position) ?? 0);
  return [...choices].sort((a, b) => rank(a) - rank(b));
}

function isRating({ family, subtype, answers }: Question): boolean {
  const isOneRow = partsOf(answers?.rows).length <= 1;
  return family === 'matrix' && (subtype === 'rating' || subtype === 'single') && isOneRow;
}

function ratingOf(questions: readonly Question[]): Questions['rating'] {
  const question = questions.find(isRating);
  if (!question) return null;
  const choices = ordered(
    partsOf(question.answers?.choices).filter(
      (choice) => typeof choice?.id === 'string' && choice.is_na !== true,
    ),
  );
  const lowest = choices.length === NPS_CHOICES ? 0 : 1;
  const values = choices.map(({ id }, index) => [String(id), index + lowest] as const);
  return { id: String(question.id), scale: choices.length - 1 + lowest, values: Object.fromEntries(values) };
}

function questionsOf({ pages }: Details): Questions {
  const questions = partsOf(pages)
    .flatMap((page) => partsOf(page?.questions))
    .filter((question) => typeof question?.id === 'string');
  const open = questions.filter(
    ({ family, subtype }) => family === 'open_ended' && (subtype === 'essay' || subtype === 'single'),
  );
  const rating = ratingOf(questions);
  return { rating: rating && rating.scale > 1 ? rating : null, texts: open.map(({ id }) => String(id)) };
}

export const surveymonkey = storesPlatform<number, Body, Row, Questions>({
  meta,

  errorOf: ({ status }) =>
    status === 403
      ? new CrawlError(
          'FORBIDDEN_PLAN',
          'The access token may not read responses. Add the scope "View Response Details", which needs a paid plan of SurveyMonkey.',
        )
      : null,

  async aboutStore(survey, ctx) {
    const details = await detailsOf(survey, ctx);
    assertMakesReviews('survey', survey, questionsOf(details));
    return { name: details.title };
  },

  request: async ({ partition, cursor }, ctx) => ({
    url: `${API}/${partition}/responses/bulk`,
    query: {
      per_page: PAGE_SIZE,
      page: cursor ?? 1,
      sort_by: 'date_modified',
      sort_order: 'DESC',
      status: 'completed',
    },
    headers: bearer(await ctx.token()),
  }),

  rows: ({ data }) => data,

  next: ({ body, count, request }) => (count > 0 && body.links?.next ? (request.cursor ?? 1) + 1 : null),

  // A response has the ids of choices, and the definition of the survey has what they mean.
  extra: async (_rows, { partition }, ctx) => questionsOf(await detailsOf(partition, ctx)),

  review(row, { extra: { rating, texts } }) {
    if (row.response_status !== undefined && row.response_status !== 'completed') return null;
    const answered = partsOf(row.pages).flatMap((page) => partsOf(page?.questions));
    const answersTo = (id: string): NonNullable<Answered['answers']> =>
      partsOf(answered.find((question) => question?.id === id)?.answers);
    const text = texts
      .flatMap((id) => answersTo(id).map((answer) => answer?.text))
      .filter((part) => typeof part === 'string' && part !== '')
      .join('\n\n');
    const choice =
      rating && answersTo(rating.id).find((answer) => rating.values[answer?.choice_id ?? ''] !== undefined);
    if (!choice && text === '') return null;
    return {
      id: row.id,
      author: [row.first_name, row.last_name].filter(Boolean).join(' '),
      text,
      rating: choice && rating ? rating.values[choice.choice_id ?? ''] : null,
      ...(rating ? { scale: rating.scale } : {}),
      date: row.date_created,
    };
  },
});
