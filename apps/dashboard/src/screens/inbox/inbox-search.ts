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
  'sort',
  'review',
  'add',
] as const;

export type InboxSearch = Partial<Record<(typeof PARAMS)[number], string>>;

/** Reads the address of the inbox. Unknown parameters are dropped. */
export function parseInboxSearch(raw: Readonly<Record<string, unknown>>): InboxSearch {
  return onlyParams(raw, PARAMS);
}
