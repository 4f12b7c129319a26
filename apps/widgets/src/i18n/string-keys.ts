/** The texts that are sent to the element. */
export const ELEMENT_STRINGS = [
  'reviews_heading',
  'rated',
  'all_ratings',
  'all_platforms',
  'filter_rating',
  'filter_platform',
  'sort_by',
  'sort_featured',
  'sort_newest',
  'sort_oldest',
  'sort_highest',
  'sort_lowest',
  'search',
  'load_more',
  'loading',
  'load_failed',
  'shown',
  'no_match',
  'empty',
  'read_more',
  'read_less',
  'anonymous',
  'verified',
  'translated',
  'reply',
  'view_on',
  'open_media',
  'close',
  'previous',
  'next',
  'write_review',
] as const;

/** The texts that the service fills in before it sends them. */
const SENTENCE_STRINGS = [
  'reviews_of',
  'based_on',
  'based_on_selected',
  'n_stars',
  'n_reviews',
  'how_collected',
  'branding',
  'disclosure_all',
  'disclosure_selected',
  'disclosure_stars',
  'disclosure_filtered',
  'disclosure_official',
  'disclosure_approved',
  'not_available',
] as const;

/** All texts that a widget can show. Every locale has all of them, and `settings.i18n.strings` replaces single ones. */
export const STRING_KEYS = [...ELEMENT_STRINGS, ...SENTENCE_STRINGS] as const;

export type StringKey = (typeof STRING_KEYS)[number];

type StarLabel = `stars_${1 | 2 | 3 | 4 | 5}`;
export type ElementStrings = Record<(typeof ELEMENT_STRINGS)[number] | StarLabel, string>;
