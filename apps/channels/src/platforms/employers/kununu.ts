import { platformMeta } from '../builders/platform-meta';
import { findInPageData, readPageData } from '../../normalise/page-data/page-data';
import { WorkBudget } from '../../normalise/schema-org/work-budget';
import { type ApiRequest, readJson } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx } from '../context';
import { jsonPlatform } from '../builders/json-platform';
import type { Platform } from '../platform';
import type { ReviewDraft } from '../builders/review-draft';

interface Row {
  uuid?: string;
  title?: string;
  score?: number;
  createdAt?: string;
  type?: string;
  position?: string | null;
  department?: string | null;
  recommended?: boolean | null;
  texts?: { id?: string; text?: string }[] | null;
}

interface Body {
  score?: number;
  totalReviews?: number;
  pagesCount?: number;
  reviews?: Row[];
}

interface CompanyKey extends Readonly<Record<string, string>> {
  country: string;
  id: string;
  /** The id of the company in requests. Its page has it. Empty before the page is read. */
  uuid: string;
}

/** What the page of a company says about it. */
interface CompanyPage {
  uuid: string;
  name: unknown;
}

const SITE = 'https://www.kununu.com';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The headings of the parts of a review. */
const PARTS: Readonly<Record<string, string>> = {
  positive: 'Positive',
  negative: 'Negative',
  suggestion: 'Suggestion',
};
const MAX_TEXTS = 20;

const meta = platformMeta({
  typeId: 29,
  slug: 'kununu',
  label: 'kununu',
  category: 'employers',
  logo: ['k', '#ffc62e'],
  method: 'url',
  hosts: ['www.kununu.com'],
  rate: { perSecond: 1 / 3, burst: 2, crawls: 2 },
  urlExample: 'https://www.kununu.com/de/acme-gmbh',
  instructions:
    'Paste the URL of your company on kununu. The reviews of employees are read, with their overall score. The scores of single ' +
    'factors and the comments of the company are not read. kununu may refuse automated access.',
  caps: { order: 'newest', paging: 'number' },
  urls: [/^https?:\/\/(?:www\.)?kununu\.com\/(?<country>de|at|ch|us)\/(?<id>[\w-]{1,200})/i],
  maxPages: 2_000,
});

/** Requests a page of reviews. */
function requestOf({ country, id, uuid }: CompanyKey, page: number): ApiRequest {
  return {
    url: `${SITE}/middlewares/profiles/${country}/${id}/${uuid}/reviews`,
    query: { reviewType: 'employees', sort: 'newest', page },
  };
}

/** Returns the company whose name is in the URL. Throws LAYOUT_CHANGED if the page does not have its id. */
function read(body: string, url: string): CompanyPage {
  const slug = new URL(url).pathname.split('/')[2]?.toLowerCase();
  const budget = new WorkBudget();
  const company = findInPageData(
    readPageData(body, budget),
    (object) =>
      typeof object['uuid'] === 'string' &&
      UUID.test(object['uuid']) &&
      typeof object['slug'] === 'string' &&
      object['slug'].toLowerCase() === slug,
    budget,
  );
  if (!company) throw layoutChanged(meta);
  return { uuid: String(company['uuid']).toLowerCase(), name: company['name'] };
}

function draftOf(row: Row): ReviewDraft {
  const texts = (row.texts ?? []).slice(0, MAX_TEXTS).map(({ id = '', text = '' }) => {
    const heading = Object.hasOwn(PARTS, id) ? `${PARTS[id]}: ` : '';
    return text === '' ? '' : `${heading}${text}`;
  });
  return {
    id: row.uuid,
    title: row.title,
    text: texts.filter((text) => text !== '').join('\n\n'),
    rating: row.score,
    date: row.createdAt,
    additional: {
      position: row.position,
      department: row.department,
      recommended: row.recommended,
    },
  };
}

const base = jsonPlatform<CompanyKey, number, Body, Row>({
  meta,

  keyOfUrl: ({ country = '', id = '' }) => ({
    country: country.toLowerCase(),
    id: id.toLowerCase(),
    uuid: '',
  }),

  identityOf: ({ country, id }) => `${country} ${id}`,

  async about(key, _config, ctx) {
    const page = key.uuid === '' ? await readCompany(key, ctx as Ctx<CompanyPage>) : null;
    const found = page ? { ...key, uuid: page.uuid } : key;
    const { score, totalReviews, reviews } = await readJson<Body>(meta, requestOf(found, 1), ctx);
    if (!Array.isArray(reviews)) throw layoutChanged(meta);
    const url = `${SITE}/${key.country}/${key.id}`;
    return { key: found, name: page?.name ?? key.id, url, score, reviews: totalReviews };
  },

  request: ({ key, cursor }) => requestOf(key, cursor ?? 1),

  rows: ({ reviews }) => reviews,

  next({ body, count, request }) {
    const page = request.cursor ?? 1;
    return count > 0 && page < (body.pagesCount ?? 0) ? page + 1 : null;
  },

  figures: ({ score, totalReviews }) => ({ score, reviews: totalReviews }),

  review: draftOf,
});

async function readCompany({ country, id }: CompanyKey, ctx: Ctx<CompanyPage>): Promise<CompanyPage> {
  return ctx.read(await ctx.http.get(`${SITE}/${country}/${id}`, { accept: 'html' }));
}

export const kununu: Platform<CompanyKey, number, unknown, CompanyPage> = { ...base, read };
