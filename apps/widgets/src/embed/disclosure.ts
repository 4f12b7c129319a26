import type { Settings, SourceSettings } from '../widgets/settings';
import type { Strings } from './locale';
import type { PublicDisclosure } from './public-widget';
import type { RatingSummary } from './rating-summary';

/**
 * The sentence that keeps a selection from passing for everything: made from what the widget really leaves out.
 * `collected` counts every review that came in from the same channels and sources, whatever became of it.
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
  return { text, link };
}

function factsOf(
  source: SourceSettings,
  summary: RatingSummary,
  collected: number,
  strings: Strings,
): string[] {
  const shown = summary.matching;
  const facts =
    shown < collected
      ? [strings('disclosure_selected', { shown, collected })]
      : [strings('disclosure_all', { collected })];
  const stars = starsShown(source);
  if (stars.length > 0 && stars.length < 5)
    facts.push(strings('disclosure_stars', { stars: stars.join(', ') }));
  if (narrowsByContent(source)) facts.push(strings('disclosure_filtered'));
  if (summary.basis === 'official') facts.push(strings('disclosure_official'));
  if (summary.basis === 'approved') facts.push(strings('disclosure_approved'));
  return facts;
}

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
