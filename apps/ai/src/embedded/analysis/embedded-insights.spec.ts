import { HOSTILE_REVIEWS } from '../../generation/hostile-reviews.suite';
import type { InsightsTask } from '../../generation/generated';
import { INSIGHTS_LANGUAGES } from '../../generation/insights-languages';
import type { SourceReview } from '../../generation/source-review';
import { labelledReviews } from './accuracy.suite';
import { embeddedInsights } from './embedded-insights';

/** Newest first. */
function reviewsOf(...texts: string[]): SourceReview[] {
  return texts.map((text, at) => ({
    id: 1_000 - at,
    star: 3,
    text,
    language: 'en',
    posted_on: new Date(Date.UTC(2026, 0, 31) - at * 86_400_000).toISOString(),
  }));
}

const insights = (reviews: SourceReview[], language: InsightsTask['language'] = 'en') =>
  embeddedInsights({ language, business: 'Harbour Hotel', reviews });

const FRIENDLY = 'The staff were friendly.';
const RUDE = 'The staff were rude.';
const DIRTY = 'The room was dirty.';
const NEUTRAL = 'We stayed for two nights.';

describe('embeddedInsights', () => {
  it('names what several customers praise, with the reviews that do so', () => {
    expect(insights(reviewsOf(FRIENDLY, NEUTRAL, FRIENDLY, NEUTRAL, NEUTRAL))).toEqual({
      strengths: [{ text: 'Staff and service (2)', review_ids: [1_000, 998] }],
      improvements: [],
    });
  });

  it('names what a single customer praises only if there is nothing else', () => {
    const quiet = 'Very quiet.';
    expect(insights(reviewsOf(FRIENDLY, FRIENDLY, quiet)).strengths).toHaveLength(1);
    expect(insights(reviewsOf(quiet, NEUTRAL)).strengths.map(({ text }) => text)).toEqual(['Quiet (1)']);
  });

  it('does not call a strength what is criticised as often as it is praised', () => {
    const { strengths, improvements } = insights(reviewsOf(FRIENDLY, FRIENDLY, RUDE, RUDE));
    expect(strengths).toEqual([]);
    expect(improvements).toMatchObject([{ text: 'Staff and service (2)', review_ids: [998, 997] }]);
  });

  it('does not mention criticism below a third of the praise', () => {
    expect(insights(reviewsOf(...Array(4).fill(FRIENDLY), RUDE)).improvements).toEqual([]);
    expect(insights(reviewsOf(...Array(3).fill(FRIENDLY), RUDE)).improvements).toHaveLength(1);
  });

  it('calls criticism recurring from two reviews on, and from five of a hundred', () => {
    const of = (dirty: number, all: number) =>
      insights(reviewsOf(...Array(dirty).fill(DIRTY), ...Array(all - dirty).fill(NEUTRAL))).improvements[0];
    expect(of(1, 10)?.severity).toBe('isolated');
    expect(of(2, 10)?.severity).toBe('recurring');
    expect(of(4, 100)?.severity).toBe('isolated');
    expect(of(5, 100)?.severity).toBe('recurring');
  });

  it('names at most five of each, the most frequent first', () => {
    const texts = [
      ...Array(3).fill('The food was delicious.'),
      ...Array(2).fill(
        'Friendly staff. Quiet room. Very comfortable bed. Central location. Spotless bathroom. Low price, cheap.',
      ),
    ];
    const { strengths } = insights(reviewsOf(...texts));
    expect(strengths).toHaveLength(5);
    expect(strengths[0]?.text).toBe('Food and drink (3)');
  });

  it.each([
    ['en', 'Staff and service (2)'],
    ['fr', 'L’accueil et le personnel (2)'],
    ['es', 'El personal y la atención (2)'],
    ['pt', 'A equipe e o atendimento (2)'],
    ['de', 'Personal und Service (2)'],
    ['it', 'Il personale e il servizio (2)'],
  ] as const)('writes in %s, whatever the language of the reviews', (language, text) => {
    expect(
      insights(reviewsOf(FRIENDLY, 'Das Personal war sehr freundlich.'), language).strengths[0]?.text,
    ).toBe(text);
  });

  it('lists at most the newest 100 reviews of a statement, and counts all', () => {
    const [strength] = insights(reviewsOf(...Array(150).fill(FRIENDLY))).strengths;
    expect(strength?.text).toBe('Staff and service (150)');
    expect(strength?.review_ids).toEqual(Array.from({ length: 100 }, (_, at) => 1_000 - at));
  });

  it('is not changed by reviews that instruct a machine, except that they count among the reviews with text', () => {
    const texts = INSIGHTS_LANGUAGES.flatMap((language) => labelledReviews(language).map(({ text }) => text));
    const honest = reviewsOf(...texts);
    const hostile = HOSTILE_REVIEWS.map(({ text }, at) => ({ ...honest[0]!, id: 2_000 + at, text }));
    const named = ({ strengths, improvements }: ReturnType<typeof insights>) =>
      [...strengths, ...improvements].map(({ text, review_ids }) => ({ text, review_ids }));
    expect(named(insights([...hostile, ...honest]))).toEqual(named(insights(honest)));
  });

  it('writes the same bytes for the same reviews', () => {
    const reviews = reviewsOf(...labelledReviews('en').map(({ text }) => text));
    expect(JSON.stringify(insights(reviews))).toBe(JSON.stringify(insights(structuredClone(reviews))));
  });
});
