/** The texts that the element itself needs. `sent-strings.ts` tells which of them a widget gets. */
export const ELEMENT_STRINGS = [
  'rated',
  'no_text',
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
  'shown',
  'no_match',
  'loading',
  'load_failed',
  'pause',
  'play',
] as const;

/** The texts that the service puts into the widget or the hosted page. */
const SERVICE_STRINGS = [
  'reviews_heading',
  'reviews_of',
  'based_on',
  'based_on_rated',
  'based_on_selected',
  'based_on_selected_rated',
  'n_stars',
  'n_reviews',
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
  'empty',
  'write_review',
  'ai_title',
  'ai_note',
  'ai_note_on',
  'how_collected',
  'branding',
  'disclosure_all',
  'disclosure_selected',
  'disclosure_stars',
  'disclosure_filtered',
  'disclosure_official',
  'disclosure_collected',
  'disclosure_approved',
  'not_available',
] as const;

/** All texts that a widget can show. Every locale has all of them, and `settings.i18n.strings` replaces single ones. */
export const STRING_KEYS = [...ELEMENT_STRINGS, ...SERVICE_STRINGS] as const;

export type StringKey = (typeof STRING_KEYS)[number];
export type ElementText = (typeof ELEMENT_STRINGS)[number];

/** The texts of a widget. Those that its type does not use are missing. */
export type ElementStrings = Record<ElementText, string>;
