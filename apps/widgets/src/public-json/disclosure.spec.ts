import { changeSettings } from '../settings/change-settings';
import { disclosureOf } from './disclosure';
import { stringsOf } from '../i18n/locale';
import type { RatingSummary } from './rating-summary';

const SUMMARY: RatingSummary = {
  rating: 4,
  count: 20,
  basis: 'collected',
  distribution: [0, 0, 0, 0, 0],
  platforms: [],
  matching: 8,
};
const strings = stringsOf('en', {});

function text(patch: object, summary: Partial<RatingSummary> = {}, collected = 20): string | undefined {
  const { settings } = changeSettings('list', {}, patch);
  return disclosureOf(settings, { ...SUMMARY, ...summary }, collected, strings)?.text;
}

describe('disclosureOf', () => {
  it('tells how many of the collected reviews are shown', () => {
    expect(text({})).toBe('Showing 8 of 20 collected reviews, selected by the business.');
    expect(text({}, { matching: 20 })).toBe('Showing all 20 collected reviews.');
    expect(text({}, { matching: 1 }, 1)).toBe('Showing the 1 collected review.');
    expect(text({}, { matching: 0 }, 0)).toBeUndefined();
  });

  it('names the stars that are shown, whether ratings or a minimum rating select them', () => {
    expect(text({ source: { ratings: [5, 4] } })).toContain('Only reviews with 4 or 5 stars are shown.');
    expect(text({ source: { min_rating: 3.5 } })).toContain('Only reviews with 4 or 5 stars are shown.');
    expect(text({ source: { ratings: [1, 2, 3, 4, 5] } })).not.toContain('Only reviews');
  });

  it('tells that the reviews are filtered by content', () => {
    expect(text({ source: { keyword: 'great' } })).toContain('filtered by criteria');
    expect(text({ source: { require_media: true } })).toContain('filtered by criteria');
  });

  it('tells where the overall rating comes from', () => {
    expect(text({}, { basis: 'official' })).toContain(
      'The overall rating is the one published by the review platforms.',
    );
    expect(text({}, { basis: 'approved' })).toContain('calculated from the selected reviews only');
  });

  it('returns the text of the settings, or null if the settings hide the disclosure', () => {
    expect(text({ legal: { disclosure_text: 'We check every review.' } })).toBe('We check every review.');
    expect(text({ legal: { show_disclosure: false } })).toBeUndefined();
  });

  it('adds a link if the settings have a URL for it', () => {
    const { settings } = changeSettings(
      'list',
      {},
      { legal: { disclosure_url: 'https://acme.example/reviews' } },
    );
    expect(disclosureOf(settings, SUMMARY, 20, strings)?.link).toEqual({
      label: 'How reviews are collected',
      url: 'https://acme.example/reviews',
    });
  });
});
