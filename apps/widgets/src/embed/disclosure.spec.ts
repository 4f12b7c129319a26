import { changeSettings } from '../widgets/settings-rules';
import { disclosureOf } from './disclosure';
import { stringsOf } from './locale';
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

describe('the disclosure', () => {
  it('says how many of the collected reviews are shown', () => {
    expect(text({})).toBe('Showing 8 of 20 collected reviews, selected by the business.');
    expect(text({}, { matching: 20 })).toBe('All collected reviews can be shown here (20).');
  });

  it('says which stars are left out, however that was set', () => {
    expect(text({ source: { ratings: [5, 4] } })).toContain('Only reviews with 4, 5 stars are shown.');
    expect(text({ source: { min_rating: 3.5 } })).toContain('Only reviews with 4, 5 stars are shown.');
    expect(text({ source: { ratings: [1, 2, 3, 4, 5] } })).not.toContain('Only reviews');
  });

  it('says when topics or forms are left out', () => {
    expect(text({ source: { keyword: 'great' } })).toContain('narrowed to a part');
    expect(text({ source: { require_media: true } })).toContain('narrowed to a part');
  });

  it('says where the overall rating comes from', () => {
    expect(text({}, { basis: 'official' })).toContain('comes from the review platforms');
    expect(text({}, { basis: 'approved' })).toContain('counts the selected reviews only');
  });

  it("is the owner's own sentence, or nothing, when he says so", () => {
    expect(text({ legal: { disclosure_text: 'We check every review.' } })).toBe('We check every review.');
    expect(text({ legal: { show_disclosure: false } })).toBeUndefined();
  });

  it('links to the explanation', () => {
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
