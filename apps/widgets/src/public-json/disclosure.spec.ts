import { stringsOf } from '../i18n/locale';
import { changeSettings } from '../settings/change-settings';
import type { WidgetType } from '../settings/widget-types';
import { disclosureOf } from './disclosure';
import type { RatingSummary } from './rating-summary';

const SUMMARY: RatingSummary = {
  rating: 4,
  count: 20,
  basis: 'collected',
  distribution: [0, 20, 0, 0, 0],
  platforms: [],
  unrated: 0,
  matching: 8,
  collected: 20,
};
const strings = stringsOf('en', {});
const platform = (label: string, count: number) => ({ platform: label, label, rating: 4, count });

function disclosure(patch: object, summary: Partial<RatingSummary> = {}, type: WidgetType = 'list') {
  const { settings } = changeSettings(type, {}, patch);
  return disclosureOf({ type, settings, summary: { ...SUMMARY, ...summary }, strings });
}

function text(patch: object, summary: Partial<RatingSummary> = {}, type?: WidgetType): string | undefined {
  return disclosure(patch, summary, type)?.text;
}

describe('disclosureOf', () => {
  it('tells how many of the collected reviews the business selected', () => {
    expect(text({})).toMatch(/^The business selected 8 of 20 collected reviews\. /);
    expect(text({}, { matching: 20 })).toMatch(/^All 20 collected reviews are included\. /);
    expect(text({}, { matching: 1, collected: 1 })).toMatch(/^The only collected review is included\. /);
    expect(text({}, { rating: null, count: 0, matching: 0, collected: 0 })).toBeUndefined();
  });

  it('names the stars that are included, whether ratings or a minimum rating select them', () => {
    expect(text({ source: { ratings: [5, 4] } })).toContain('Only reviews with 4 or 5 stars are included.');
    expect(text({ source: { min_rating: 3.5 } })).toContain('Only reviews with 4 or 5 stars are included.');
    expect(text({ source: { ratings: [1, 2, 3, 4, 5] } })).not.toContain('Only reviews');
  });

  it('tells that the reviews are filtered by content', () => {
    expect(text({ source: { keyword: 'great' } })).toContain('The reviews are filtered');
    expect(text({ source: { require_media: true } })).toContain('The reviews are filtered');
  });

  it('tells which reviews the overall rating counts, and names the platforms that published it', () => {
    expect(text({})).toContain('calculated from all collected reviews with a rating.');
    expect(text({}, { basis: 'approved' })).toContain('calculated from the selected reviews only.');
    const platforms = [platform('Google', 15), platform('Yelp', 5), platform('Uncounted', 0)];
    expect(text({}, { basis: 'official', platforms })).toContain(
      'The overall rating and the number of reviews come from the review platforms (Google and Yelp).',
    );
    const many = Array.from({ length: 9 }, (_, n) => platform(`P${n}`, 1));
    expect(text({}, { basis: 'official', platforms: many })).toContain('(P0, P1, P2, P3, P4, P5, …)');
  });

  it('leaves out the rating if the widget shows none', () => {
    expect(text({}, {}, 'spotlight')).not.toContain('overall rating');
    expect(text({ header: { show: true } }, {}, 'spotlight')).toContain('overall rating');
    expect(text({}, { rating: null })).not.toContain('overall rating');
  });

  it('leaves out the selection if the widget shows no reviews, unless the rating counts the selected ones', () => {
    expect(text({}, {}, 'summary')).toBe(
      'The overall rating is calculated from all collected reviews with a rating.',
    );
    const filtered = { source: { ratings: [5] } };
    expect(text(filtered, { basis: 'approved' }, 'summary')).toBe(
      'The business selected 8 of 20 collected reviews. Only reviews with 5 stars are included. The overall rating is calculated from the selected reviews only.',
    );
  });

  it('returns the text of the settings, or null if the settings hide the disclosure', () => {
    expect(text({ legal: { disclosure_text: 'We check every review.' } })).toBe('We check every review.');
    expect(disclosure({ legal: { show_disclosure: false } })).toBeNull();
  });

  it('adds a link if the settings have a URL for it', () => {
    expect(disclosure({ legal: { disclosure_url: 'https://acme.example/reviews' } })?.link).toEqual({
      label: 'How reviews are collected',
      url: 'https://acme.example/reviews',
    });
  });
});
