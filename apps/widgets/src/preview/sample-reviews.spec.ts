import { LANGUAGES } from '../i18n/locale';
import { sampleNote, sampleReviews } from './sample-reviews';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('sampleReviews', () => {
  it.each(LANGUAGES)('returns eight reviews for the language %s, with and without a comment', (language) => {
    const { items, count, next, summary } = sampleReviews(language, { limit: 50, require_text: false }, NOW);
    expect([items.length, count, next]).toEqual([8, 8, null]);
    expect(items.filter(({ text }) => text === '')).toHaveLength(1);
    expect(new Set(items.map(({ from_name }) => from_name)).size).toBe(8);
    expect(summary.approved).toMatchObject({
      count: 8,
      distribution: { '5': 4, '4': 1, '3': 1, '2': 1, '1': 1 },
    });
    expect(new Set(items.map(({ label }) => label)).size).toBe(3);
    expect(sampleNote(language, false)).not.toBe(sampleNote(language, true));
  });

  it('returns as many as the settings allow, newest first, and only those with a text if the settings say so', () => {
    const { items, count } = sampleReviews('en', { limit: 2, require_text: true }, NOW);
    expect(items.map(({ posted_on }) => posted_on)).toEqual(['2026-11-20 12:00:00', '2026-11-11 12:00:00']);
    expect(count).toBe(7);
  });
});
