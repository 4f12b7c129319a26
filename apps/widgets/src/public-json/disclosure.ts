import { starBucket } from '@plaudit/contracts';
import type { Strings } from '../i18n/locale';
import type { StringKey } from '../i18n/string-keys';
import type { Settings, SourceSettings } from '../settings/settings';
import { visibleReviews } from '../settings/visible-reviews';
import type { WidgetType } from '../settings/widget-types';
import type { PublicDisclosure } from './public-widget';
import type { RatingSummary } from './rating-summary';

interface DisclosureInput {
  type: WidgetType;
  settings: Settings;
  summary: RatingSummary;
  strings: Strings;
}

/** What a visitor can see: how many of the matching reviews, and whether there is an overall rating. */
interface Seen {
  reviews: number | 'all' | 'none';
  rating: boolean;
}

/** More names would hide what the sentence says. The number of platforms takes their place. */
const MAX_NAMED_PLATFORMS = 4;

/** Orders in which the business puts some reviews first. The others say nothing about what a review contains. */
const PREFERRING: readonly SourceSettings['sort'][] = ['highest', 'pinned_first'];

/**
 * Returns the sentence below a widget. It tells visitors which of the collected reviews they see, and where the overall rating
 * comes from if it counts other reviews. Returns null if the settings hide the disclosure or if there is nothing to tell.
 */
export function disclosureOf(input: DisclosureInput): PublicDisclosure | null {
  return disclosure(input, { reviews: seenReviews(input), rating: showsRating(input) });
}

/** Returns the sentence below the hosted page, which lists all reviews and has the rating above them, whatever the widget shows. */
export function pageDisclosureOf(input: DisclosureInput): PublicDisclosure | null {
  return disclosure(input, { reviews: 'all', rating: true });
}

function disclosure({ settings, summary, strings }: DisclosureInput, seen: Seen): PublicDisclosure | null {
  const { legal, source } = settings;
  if (!legal.show_disclosure) return null;
  const link = legal.disclosure_url ? { label: strings('how_collected'), url: legal.disclosure_url } : null;
  const hasRating = seen.rating && summary.rating !== null;
  const text = legal.disclosure_text || sentence(source, summary, { ...seen, rating: hasRating }, strings);
  return text || link ? { text, link } : null;
}

function sentence(source: SourceSettings, summary: RatingSummary, seen: Seen, strings: Strings): string {
  const { basis, matching, collected } = summary;
  // A rating that stands alone is about a selection only if it counts the selected reviews.
  const isAboutReviews = seen.reviews !== 'none' || (seen.rating && basis === 'approved');
  if (matching === 0 || !isAboutReviews) return seen.rating ? ratingSentence(summary, strings) : '';
  const most = typeof seen.reviews === 'number' ? seen.reviews : matching;
  const shown = matching < collected ? matching : Math.min(most, matching);
  const rating = seen.rating ? ratingClause(summary, shown, strings) : '';
  const stars = starsShown(source);
  const key = selectionKey(source, summary, shown, stars);
  const counts = {
    disclosure_all: collected,
    disclosure_part: shown,
    disclosure_selected: shown,
    disclosure_stars: stars.at(-1) ?? 0,
  };
  return strings(key, { shown, collected, stars: { or: stars.map(String) }, count: counts[key], rating });
}

type SelectionKey = Extract<
  StringKey,
  'disclosure_all' | 'disclosure_part' | 'disclosure_selected' | 'disclosure_stars'
>;

function selectionKey(
  { sort }: SourceSettings,
  { matching, collected }: RatingSummary,
  shown: number,
  stars: readonly number[],
): SelectionKey {
  if (matching < collected) return stars.length < 5 ? 'disclosure_stars' : 'disclosure_selected';
  if (shown === collected) return 'disclosure_all';
  return PREFERRING.includes(sort) ? 'disclosure_selected' : 'disclosure_part';
}

/** Returns the end of the sentence. It is empty if the rating counts the reviews that the sentence is about. */
function ratingClause(summary: RatingSummary, shown: number, strings: Strings): string {
  const { basis, matching, collected } = summary;
  if (basis === 'official')
    return strings('disclosure_and_official', { platforms: sources(summary, strings) });
  if (shown === collected) return '';
  const isOfSelected = basis === 'approved' && matching < collected;
  return strings(isOfSelected ? 'disclosure_and_approved' : 'disclosure_and_collected');
}

function ratingSentence(summary: RatingSummary, strings: Strings): string {
  if (summary.basis !== 'official') return strings('disclosure_collected');
  return strings('disclosure_official', { platforms: sources(summary, strings) });
}

function sources({ platforms }: RatingSummary, strings: Strings): string | { and: string[] } {
  const names = platforms.filter(({ count }) => count > 0).map(({ label }) => label);
  return names.length > MAX_NAMED_PLATFORMS
    ? strings('n_platforms', { count: names.length })
    : { and: names };
}

function seenReviews({ type, settings }: DisclosureInput): Seen['reviews'] {
  // Faces are no reviews.
  if (type === 'avatars' && settings.layout['link'] !== 'dialog') return 'none';
  return visibleReviews(type, settings);
}

/** Returns true if the widget draws the overall rating, its number of reviews or its bars. */
function showsRating({ type, settings, summary }: DisclosureInput): boolean {
  const { header, layout } = settings;
  const inHeader = header.show && (header.show_rating || header.show_count);
  switch (type) {
    case 'popup':
      return false;
    case 'avatars':
    case 'floating':
      return true;
    case 'badge':
      return [layout['show_stars'], layout['show_number'], layout['show_count']].includes(true);
    case 'list':
    case 'summary':
      return inHeader || (layout.show_distribution === true && summary.distribution !== null);
    default:
      return inHeader;
  }
}

/** Returns the stars that reviews of the widget can have. All five mean that the settings do not filter by them. */
function starsShown({ ratings, min_rating, max_rating }: SourceSettings): number[] {
  const low = starBucket(min_rating, 5) ?? 1;
  const high = starBucket(max_rating, 5) ?? 5;
  const chosen = (star: number): boolean => ratings.length === 0 || ratings.includes(star);
  return [1, 2, 3, 4, 5].filter((star) => chosen(star) && star >= low && star <= high);
}
