import type { Strings } from '../i18n/locale';
import type { Settings, SourceSettings } from '../settings/settings';
import type { PublicDisclosure } from './public-widget';
import type { RatingSummary } from './rating-summary';

/**
 * Returns the sentence that tells visitors which of the collected reviews the widget shows and where the overall rating
 * comes from. Returns null if the settings hide it or if there is nothing to tell. `collected` is the number of all reviews that came in from the same
 * channels and sources, in any status.
 */
export function disclosureOf(
  settings: Settings,
  summary: RatingSummary,
  collected: number,
  strings: Strings,
): PublicDisclosure | null {
  const { legal, source } = settings;
  if (!legal.show_disclosure) return null;
  const link = legal.disclosure_url ? { label: strings('how_collected'), url: legal.disclosure_url } : null;
  const text = legal.disclosure_text || factsOf(source, summary, collected, strings).join(' ');
  return text || link ? { text, link } : null;
}

function factsOf(
  source: SourceSettings,
  summary: RatingSummary,
  collected: number,
  strings: Strings,
): string[] {
  const shown = summary.matching;
  const facts: string[] = [];
  if (shown < collected) facts.push(strings('disclosure_selected', { shown, collected }));
  else if (collected > 0) facts.push(strings('disclosure_all', { collected, count: collected }));
  const stars = starsShown(source);
  if (stars.length > 0 && stars.length < 5) {
    facts.push(strings('disclosure_stars', { stars: stars.map(String), count: stars.at(-1) as number }));
  }
  if (narrowsByContent(source)) facts.push(strings('disclosure_filtered'));
  if (summary.basis === 'official') facts.push(strings('disclosure_official'));
  if (summary.basis === 'approved') facts.push(strings('disclosure_approved'));
  return facts;
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
