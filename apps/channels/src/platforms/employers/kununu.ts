import { findInPageData, readPageData } from '../../normalise/page-data/page-data';
import { WorkBudget } from '../../normalise/schema-org/work-budget';
import { layoutChanged } from '../builders/api-errors';
import { type ApiRequest, readJson } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import type { Platform } from '../platform';

/** `uuid` is the id of the company in requests. Its page has it. It is empty before the page is read. */
type CompanyKey = Readonly<Record<'country' | 'id' | 'uuid', string>>;

/** What the page of a company says about it. */
interface CompanyPage {
  uuid: string;
  name: unknown;
}

const SITE = 'https://www.kununu.com';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The headings of the parts of a review. */
const HEADINGS = new Map([
  ['positive', 'Positive: '],
  ['negative', 'Negative: '],
  ['suggestion', 'Suggestion: '],
]);
const MAX_TEXTS = 20;

const meta = platformMeta({
  typeId: 29,
  slug: 'kununu',
  label: 'kununu',
  category: 'employers',
  logo: ['k', '#ffc62e'],
  method: 'url',
  proof: { kind: 'documentation' },
  hosts: ['www.kununu.com'],
  rate: { perSecond: 1 / 3, burst: 2, crawls: 2 },
  urlExample: 'https://www.kununu.com/de/acme-gmbh',
  instructions:
    'Paste the URL of your company on kununu. The reviews of employees are read, with their overall score. The scores of single ' +
    'factors and the comments of the company are not read. kununu may refuse automated access.',
  caps: { order: 'newest', paging: 'number', fullHistory: true },
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
  const slug = new URL(url).pathname.split('/')[2]?.toLowerCase() ?? '';
  // A company that is gone may lead to a page without a name in its URL.
  if (slug === '') throw layoutChanged(meta);
  const budget = new WorkBudget();
  const company = findInPageData(
    readPageData(body, budget),
    (object) => UUID.test(textAt(object, 'uuid')) && textAt(object, 'slug').toLowerCase() === slug,
    budget,
  );
  if (!company) throw layoutChanged(meta);
  return { uuid: textAt(company, 'uuid').toLowerCase(), name: company['name'] };
}

async function readCompany({ country, id }: CompanyKey, ctx: Ctx<CompanyPage>): Promise<CompanyPage> {
  return ctx.read(await ctx.http.get(`${SITE}/${country}/${id}`, { accept: 'html' }));
}

const base = jsonPlatform<CompanyKey, number>({
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
    const { score, totalReviews, reviews } = await readJson<JsonObject>(meta, requestOf(found, 1), ctx);
    if (!Array.isArray(reviews)) throw layoutChanged(meta);
    const url = `${SITE}/${key.country}/${key.id}`;
    return { key: found, name: page?.name ?? key.id, url, score, reviews: totalReviews };
  },

  request: ({ key, cursor }) => requestOf(key, cursor ?? 1),

  rows: 'reviews',
  next: nextPage({ pages: 'pagesCount' }),

  figures: { score: 'score', reviews: 'totalReviews' },

  review: {
    id: 'uuid',
    title: 'title',
    text: (row) =>
      elementsAt(row, 'texts', MAX_TEXTS)
        .filter((part) => textAt(part, 'text') !== '')
        .map((part) => `${HEADINGS.get(textAt(part, 'id')) ?? ''}${textAt(part, 'text')}`)
        .join('\n\n'),
    rating: 'score',
    date: 'createdAt',
    additional: { position: 'position', department: 'department', recommended: 'recommended' },
  },
});

export const kununu: Platform<CompanyKey, number, unknown, CompanyPage> = { ...base, read };
