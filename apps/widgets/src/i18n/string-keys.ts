/** The texts of the parts that the element draws or changes itself. `sent-strings.ts` tells which parts a widget has. */
export const ELEMENT_STRINGS = {
  cards: [
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
  ],
  pages: ['shown', 'no_match', 'loading', 'load_failed'],
  motion: ['pause', 'play'],
} as const;

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
  'n_platforms',
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
  'disclosure_part',
  'disclosure_selected',
  'disclosure_stars',
  'disclosure_official',
  'disclosure_collected',
  'disclosure_and_official',
  'disclosure_and_collected',
  'disclosure_and_approved',
  'not_available',
] as const;

/** All texts that a widget can show. Every locale has all of them, and `settings.i18n.strings` replaces single ones. */
export const STRING_KEYS = [
  ...ELEMENT_STRINGS.cards,
  ...ELEMENT_STRINGS.pages,
  ...ELEMENT_STRINGS.motion,
  ...SERVICE_STRINGS,
] as const;

export type StringKey = (typeof STRING_KEYS)[number];
export type ElementPart = keyof typeof ELEMENT_STRINGS;
export type ElementText = (typeof ELEMENT_STRINGS)[ElementPart][number];

/** The texts of a widget. Those that its type does not use are missing. */
export type ElementStrings = Record<ElementText, string>;
