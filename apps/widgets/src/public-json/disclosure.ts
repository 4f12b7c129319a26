import type { Strings } from '../i18n/locale';
import type { Settings, SourceSettings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import type { PublicDisclosure } from './public-widget';
import type { RatingSummary } from './rating-summary';

interface DisclosureInput {
  type: WidgetType;
  settings: Settings;
  summary: RatingSummary;
  strings: Strings;
}

/** More names would hide what the sentence says. */
const MAX_NAMED_PLATFORMS = 6;

/**
 * Returns the sentences that tell visitors which of the collected reviews were selected and where the overall rating comes from.
 * The number of selected reviews is `matching`, as in "12 of 40 reviews shown". Returns null if the settings hide the
 * disclosure or if there is nothing to tell.
 */
export function disclosureOf({ type, settings, summary, strings }: DisclosureInput): PublicDisclosure | null {
  const { legal, source } = settings;
  if (!legal.show_disclosure) return null;
  const link = legal.disclosure_url ? { label: strings('how_collected'), url: legal.disclosure_url } : null;
  const facts = [
    // A rating of all reviews that stands alone is not about a selection.
    ...(source.limit > 0 || summary.basis === 'approved' ? selectionFacts(source, summary, strings) : []),
    ...(summary.rating !== null && showsRating(type, settings) ? [ratingFact(summary, strings)] : []),
  ];
  const text = legal.disclosure_text || facts.join(' ');
  return text || link ? { text, link } : null;
}

function selectionFacts(
  source: SourceSettings,
  { matching, collected }: RatingSummary,
  strings: Strings,
): string[] {
  const facts: string[] = [];
  if (matching < collected) facts.push(strings('disclosure_selected', { shown: matching, collected }));
  else if (collected > 0) facts.push(strings('disclosure_all', { collected, count: collected }));
  const stars = starsShown(source);
  if (stars.length > 0 && stars.length < 5) {
    const or = stars.map(String);
    facts.push(strings('disclosure_stars', { stars: { or }, count: stars.at(-1) as number }));
  }
  if (narrowsByContent(source)) facts.push(strings('disclosure_filtered'));
  return facts;
}

function ratingFact({ basis, platforms }: RatingSummary, strings: Strings): string {
  if (basis !== 'official')
    return strings(basis === 'approved' ? 'disclosure_approved' : 'disclosure_collected');
  const names = platforms.filter(({ count }) => count > 0).map(({ label }) => label);
  const isLong = names.length > MAX_NAMED_PLATFORMS;
  const named = isLong ? `${names.slice(0, MAX_NAMED_PLATFORMS).join(', ')}, …` : { and: names };
  return strings('disclosure_official', { platforms: named });
}

/** Returns true if the widget draws the overall rating. Some types always do, and the others in their header. */
function showsRating(type: WidgetType, { header }: Settings): boolean {
  const always: readonly WidgetType[] = ['badge', 'summary', 'floating', 'avatars', 'list'];
  return always.includes(type) || (header.show && (header.show_rating || header.show_count));
}

/** Returns the stars that the settings let through, or an empty list if they do not filter by rating. */
function starsShown({ ratings, min_rating, max_rating }: SourceSettings): number[] {
  const limited = ratings.length > 0 || min_rating !== null || max_rating !== null;
  if (!limited) return [];
  const low = Math.ceil(min_rating ?? 1);
  const high = Math.floor(max_rating ?? 5);
  const chosen = (star: number): boolean => ratings.length === 0 || ratings.includes(star);
  return [1, 2, 3, 4, 5].filter((star) => chosen(star) && star >= low && star <= high);
}

function narrowsByContent(source: SourceSettings): boolean {
  const lists = [source.tags, source.exclude_tags, source.languages, source.exclude_keywords];
  return (
    lists.some((list) => list.length > 0) ||
    [source.keyword, source.since, source.until].some(Boolean) ||
    source.require_text ||
    source.require_media ||
    source.require_avatar ||
    source.one_per_author
  );
}
