import { INSIGHTS_LANGUAGES } from '../../generation/insights-languages';
import { type Accuracy, accuracyOf, labelledReviews } from './accuracy.suite';

const MIN_F1 = 0.75;
const MIN_POLARITY = 0.85;

/** The reviews that nobody looked at while the lexicons were written. */
const HELD_OUT = INSIGHTS_LANGUAGES.map(
  (language) => [language, labelledReviews(language).filter((review) => review.held_out)] as const,
);
const ALL = accuracyOf(HELD_OUT.flatMap(([, reviews]) => reviews));

describe('The mentions in reviews that were held out', () => {
  afterAll(() => {
    const lines = HELD_OUT.map(([language, reviews]) => lineOf(language, accuracyOf(reviews)));
    process.stdout.write([TITLE, ...lines, lineOf('all', ALL), ''].join('\n'));
  });

  it.each(HELD_OUT)('agree with the labels in %s', (_language, reviews) => {
    expect(reviews.length).toBeGreaterThanOrEqual(20);
    const { f1, polarity } = accuracyOf(reviews);
    expect(f1).toBeGreaterThanOrEqual(MIN_F1);
    expect(polarity).toBeGreaterThanOrEqual(MIN_POLARITY);
  });

  it('agree with the labels over all languages', () => {
    expect(ALL.f1).toBeGreaterThanOrEqual(MIN_F1);
    expect(ALL.polarity).toBeGreaterThanOrEqual(MIN_POLARITY);
  });
});

const TITLE = 'language  reviews  aspect F1  precision  recall  polarity';

function lineOf(name: string, { reviews, f1, precision, recall, polarity }: Accuracy): string {
  const numbers = [f1, precision, recall, polarity].map((value) => value.toFixed(3));
  return [name.padEnd(8), String(reviews).padStart(7), ...numbers.map((text) => text.padStart(9))].join(' ');
}
