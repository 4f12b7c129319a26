import { parseCount } from '../../normalise/numbers';
import { readPageData } from '../../normalise/page-data/page-data';
import { WorkBudget } from '../../normalise/schema-org/work-budget';
import { layoutChanged } from '../builders/api-errors';
import { type JsonObject, type Path, textAt, valueAt } from '../builders/json-paths';
import type { Ctx } from '../context';

export const SITE = 'https://www.trustpilot.com';

/** Reviews of one page that are read. A page has 20. */
const MAX_PAGE_REVIEWS = 100;
/** Without a login, the site shows this many pages. */
const MAX_SITE_PAGES = 10;

/** The data of a page that is used. */
export interface TrustpilotPage {
  /** What the page says about the business. */
  unit: JsonObject;
  reviews: unknown[];
  /** The number of pages that can be read. */
  pages: number;
}

/** Reads the data of a page. Throws LAYOUT_CHANGED for a page without it. */
export function readPage(body: string): TrustpilotPage {
  const [next] = readPageData(body, new WorkBudget()).filter(({ id }) => id === '__NEXT_DATA__');
  const props = valueAt(next?.data, 'props.pageProps');
  const unit = valueAt(props, 'businessUnit');
  const reviews = valueAt(props, 'reviews');
  if (typeof unit !== 'object' || !Array.isArray(reviews)) throw layoutChanged({ label: 'Trustpilot' });
  return {
    unit: {
      displayName: valueAt(unit, 'displayName'),
      trustScore: valueAt(unit, 'trustScore'),
      numberOfReviews: valueAt(unit, 'numberOfReviews'),
    },
    reviews: reviews.slice(0, MAX_PAGE_REVIEWS),
    pages: Math.min(parseCount(valueAt(props, 'filters.pagination.totalPages')) ?? 1, MAX_SITE_PAGES),
  };
}

export function siteUrl(domain: string): string {
  return `${SITE}/review/${encodeURIComponent(domain)}`;
}

/** Reads a page of reviews of a business from the site. Pages are counted from 1. */
export async function readSite(
  domain: string,
  page: number,
  ctx: Ctx<TrustpilotPage>,
): Promise<TrustpilotPage> {
  const query = { languages: 'all', sort: 'recency', page: page === 1 ? undefined : page };
  return ctx.read(await ctx.http.get(siteUrl(domain), { query, accept: 'html' }));
}

/** Makes the URL of a review or a user of the id at a path. */
export function siteLink(folder: 'reviews' | 'users', path: Path): (row: JsonObject) => string | null {
  return (row) => {
    const id = textAt(row, path);
    return id === '' ? null : `${SITE}/${folder}/${id}`;
  };
}
