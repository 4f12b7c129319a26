import { onlyParams } from '../../app/search-params';

/** The filters of the list of reviews, as the API names them, and what the screen shows beside. */
const PARAMS = [
  'status',
  'q',
  'rating',
  'channels',
  'sources',
  'platforms',
  'groups',
  'tags',
  'languages',
  'min_rating',
  'max_rating',
  'since',
  'until',
  'media_only',
  'with_text',
  'without_reply',
  'sort',
  'review',
  'add',
] as const;

export type InboxParam = (typeof PARAMS)[number];
export type InboxSearch = Partial<Record<InboxParam, string>>;

/** Reads the address of the inbox. Unknown parameters are dropped. */
export function parseInboxSearch(raw: Readonly<Record<string, unknown>>): InboxSearch {
  return onlyParams(raw, PARAMS);
}

/** Returns the id in `?review=`, or null if it is missing or not an id. */
export function reviewOf({ review = '' }: InboxSearch): number | null {
  return /^[1-9]\d{0,14}$/.test(review) ? Number(review) : null;
}
