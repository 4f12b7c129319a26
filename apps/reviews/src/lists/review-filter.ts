import { ApiError } from '@plaudit/contracts';
import { boundOf, endOf } from '@plaudit/runtime';
import { readCursor, type ReviewCursor, type ReviewSort } from './review-cursor';
import type { ReviewFilterQuery } from './review-filter.dto';
import type { ReviewListQuery } from './review-lists.dto';
import { parseLanguage, parseStatus, statusNumber } from '../reviews/review';

/** The filter of a list, read and checked. A missing field does not restrict the list. */
export interface ReviewFilter {
  stars?: number[];
  channels?: number[];
  sources?: number[];
  tags?: number[];
  excludeTags?: number[];
  /** Words of the text or the author. See wordQuery. */
  q?: string;
  /** Words of the text only. */
  keyword?: string;
  excludeKeywords?: string[];
  mediaOnly?: boolean;
  withPhotos?: boolean;
  withText?: boolean;
  /** Only reviews that the business has not replied to, as far as the platform shows. */
  withoutReply?: boolean;
  minRating?: number;
  maxRating?: number;
  since?: Date;
  /** Exclusive end: the first instant that no longer matches. */
  before?: Date;
  /** As BCP 47 spells them. A language without region includes all its regions. */
  languages?: string[];
  platforms?: string[];
  /** Ids of properties, whose channels the reviews are from. */
  groups?: number[];
  /** Only reviews of sources: none that a channel collected. */
  own?: boolean;
  /** Only reviews that outlived their channel. */
  kept?: boolean;
  /** Only reviews that their platform still shows. */
  shownOnly?: boolean;
  updatedSince?: Date;
  /** Indexes into REVIEW_STATUSES. */
  statuses?: number[];
}

/** Returns true if the filter asks for words. Words that are only excluded do not select anything. */
export function isSearch({ q, keyword }: ReviewFilter): boolean {
  return q !== undefined || keyword !== undefined;
}

/** Filters that the counters, `review_tags` and `review_words` have columns for. */
export const CURATION: readonly (keyof ReviewFilter)[] = ['statuses', 'stars', 'minRating', 'maxRating'];

/** Returns true if the filter has no other parts than those. */
export function hasOnly(filter: ReviewFilter, names: ReadonlySet<keyof ReviewFilter>): boolean {
  return Object.entries(filter).every(([name, value]) => !value || names.has(name as keyof ReviewFilter));
}

/** A request for one page of a list. */
export interface ReviewListRequest {
  filter: ReviewFilter;
  sort: ReviewSort;
  limit: number;
  cursor: ReviewCursor | null;
  /** Language to translate to, such as `fr` or `pt-BR`; null without translation. */
  translate: string | null;
}

const DEFAULT_LIMIT = 25;

/** Reads the query of a list. The DTO has checked the form; dates, statuses, languages and the cursor are checked here. */
export function readListRequest(query: ReviewListQuery): ReviewListRequest {
  const sort = query.sort || 'newest';
  return {
    filter: readFilter(query),
    sort,
    limit: query.limit ? Number(query.limit) : DEFAULT_LIMIT,
    cursor: readCursor(query, sort),
    translate: query.translate ? languageOf(query.translate) : null,
  };
}

/** Reads a filter whose form a DTO has checked. Throws 400 for a date or status that does not exist. */
export function readFilter(query: ReviewFilterQuery): ReviewFilter {
  return {
    stars: numberList(query.rating),
    channels: numberList(query.channels),
    sources: numberList(query.sources),
    tags: numberList(query.tags),
    q: searched(query.q),
    keyword: searched(query.keyword),
    mediaOnly: query.media_only === '1',
    withPhotos: query.with_photos === '1',
    withText: query.with_text === '1',
    withoutReply: query.without_reply === '1',
    languages: query.languages ? query.languages.split(',').map(storedLanguage) : undefined,
    groups: numberList(query.groups),
    minRating: query.min_rating ? Number(query.min_rating) : undefined,
    maxRating: query.max_rating ? Number(query.max_rating) : undefined,
    since: query.since ? boundOf(query.since, 'since') : undefined,
    before: query.until ? endOf(query.until) : undefined,
    platforms: query.platforms ? query.platforms.split(',') : undefined,
    kept: query.kept === '1',
    updatedSince: query.updated_since ? boundOf(query.updated_since, 'updated_since') : undefined,
    statuses: query.status ? query.status.split(',').map(statusOf) : undefined,
  };
}

/** A search for blanks is left out. */
export function searched(text: string | null | undefined): string | undefined {
  return text?.trim() || undefined;
}

function numberList(text: string | undefined): number[] | undefined {
  return text ? text.split(',').map(Number) : undefined;
}

/** Reviews are stored with the spelling of BCP 47. */
function storedLanguage(text: string): string {
  const language = parseLanguage(text);
  if (language) return language;
  throw new ApiError('validation_failed', `languages must be ISO codes such as en or pt-BR, not "${text}".`, {
    field: 'languages',
  });
}

function statusOf(text: string): number {
  const status = parseStatus(text);
  if (!status) {
    throw new ApiError('validation_failed', `status must be inbox, approved or ignored, not "${text}".`, {
      field: 'status',
    });
  }
  return statusNumber(status);
}

const LANGUAGE = /^([a-z]{2})(?:-([a-z]{2}))?$/i;
const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function languageOf(text: string): string {
  const [, language, region] = LANGUAGE.exec(text) ?? [];
  if (language && LANGUAGES.of(language.toLowerCase())) {
    return region ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase();
  }
  throw new ApiError(
    'unsupported_language',
    'translate must be an ISO 639-1 language code such as fr, with or without a region as in pt-BR.',
    { field: 'translate' },
  );
}
