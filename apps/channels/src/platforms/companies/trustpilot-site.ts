import { parseCount } from '../../normalise/numbers';
import { readPageData } from '../../normalise/page-data/page-data';
import { WorkBudget } from '../../normalise/schema-org/work-budget';
import { layoutChanged } from '../builders/api-errors';
import type { ReviewDraft } from '../builders/review-draft';

export const SITE = 'https://www.trustpilot.com';

/** Reviews of one page that are read. A page has 20. */
const MAX_PAGE_REVIEWS = 100;

/** What the site and the API call by the same names. */
export interface CommonRow {
  id?: string;
  title?: string | null;
  text?: string | null;
  language?: string;
  consumer?: { id?: string; displayName?: string; imageUrl?: string } | null;
}

/** A review in the data of a page. */
export interface PageRow extends CommonRow {
  filtered?: boolean;
  isPending?: boolean;
  /** The name of `isPending` on older pages. */
  pending?: boolean;
  rating?: number;
  likes?: number;
  labels?: { verification?: { isVerified?: boolean } | null };
  dates?: { publishedDate?: string };
  reply?: { message?: string; publishedDate?: string } | null;
}

/** The data of a page that is used. */
export interface TrustpilotPage {
  name: unknown;
  trustScore: unknown;
  numberOfReviews: unknown;
  reviews: PageRow[];
  pages: number;
}

interface NextData {
  props?: {
    pageProps?: {
      businessUnit?: { displayName?: unknown; trustScore?: unknown; numberOfReviews?: unknown };
      reviews?: PageRow[];
      filters?: { pagination?: { totalPages?: unknown } };
    };
  };
}

/** Reads the data of a page. Throws LAYOUT_CHANGED for a page without it. */
export function readTrustpilotPage(body: string): TrustpilotPage {
  const [next] = readPageData(body, new WorkBudget()).filter(({ id }) => id === '__NEXT_DATA__');
  const props = (next?.data as NextData | null | undefined)?.props?.pageProps;
  const unit = props?.businessUnit;
  if (typeof unit !== 'object' || unit === null || !Array.isArray(props?.reviews)) {
    throw layoutChanged({ label: 'Trustpilot' });
  }
  return {
    name: unit.displayName,
    trustScore: unit.trustScore,
    numberOfReviews: unit.numberOfReviews,
    reviews: props.reviews.slice(0, MAX_PAGE_REVIEWS),
    pages: parseCount(props.filters?.pagination?.totalPages) ?? 1,
  };
}

/** Returns what the site and the API call by the same names. */
export function commonOf({ id, title, text, language, consumer }: CommonRow): Omit<ReviewDraft, 'date'> {
  return {
    id,
    title,
    text,
    language,
    url: `${SITE}/reviews/${String(id)}`,
    author: consumer?.displayName,
    authorImage: consumer?.imageUrl,
    authorUrl: consumer?.id === undefined ? null : `${SITE}/users/${String(consumer.id)}`,
  };
}

/** Returns the review, or null for one that Trustpilot does not show yet or no longer. */
export function draftOfPage(row: PageRow): ReviewDraft | null {
  const { rating, dates, reply, labels, likes } = row;
  if (row.filtered === true || row.isPending === true || row.pending === true) return null;
  return {
    ...commonOf(row),
    rating,
    date: dates?.publishedDate,
    reply: reply ? { text: reply.message, date: reply.publishedDate } : null,
    verified: labels?.verification?.isVerified === true,
    additional: { likes: likes || null },
  };
}
