import type { GeneratedSummary, SummaryTask } from '../../generation/generated';
import { HOSTILE_REVIEWS } from '../../generation/hostile-reviews.suite';
import { INSIGHTS_LANGUAGES } from '../../generation/insights-languages';
import type { SourceReview } from '../../generation/source-review';
import { aspectFindings } from '../analysis/aspect-findings';
import { reviewOf, SAMPLE_AVERAGE, SAMPLE_REVIEWS } from '../sample-reviews.suite';
import { embeddedSummary, MAX_EVIDENCE_IDS } from './embedded-summary';
import { SUMMARY_TEXTS } from './summary-texts';
import { wordCount } from './words';

const LENGTHS = [20, 21, 35, 50, 80, 120, 150, 220, 300];

const TASK: SummaryTask = {
  language: 'en',
  length: 80,
  business: 'Hotel Seeblick',
  count: 25,
  average: SAMPLE_AVERAGE,
  reviews: SAMPLE_REVIEWS,
};

const HOSTILE: readonly SourceReview[] = HOSTILE_REVIEWS.map(({ text }, at) =>
  reviewOf({ id: 5_000 + at, star: 1 + (at % 5), text }),
);

function summaryOf(task: Partial<SummaryTask>): GeneratedSummary {
  return embeddedSummary({ ...TASK, ...task });
}

/** Returns the reviews that a summary quotes, by the statements that are their words. */
function quotedIn({ evidence }: GeneratedSummary, reviews = SAMPLE_REVIEWS): SourceReview[] {
  return evidence.flatMap(({ text, review_ids: [id] }) =>
    reviews.filter((review) => review.id === id && review.text.includes(text)),
  );
}

describe('embeddedSummary', () => {
  const grid = INSIGHTS_LANGUAGES.flatMap((language) => LENGTHS.map((length) => [language, length] as const));

  it.each(grid)(
    'ends with a whole sentence within 1.5 times the length in %s with %d words',
    (language, length) => {
      const { summary, written_in } = summaryOf({ language, length });
      expect(written_in).toBe(language);
      expect(wordCount(summary)).toBeLessThanOrEqual(1.5 * length);
      expect(summary.split(/\s+/).length).toBeLessThanOrEqual(1.5 * length);
      expect(summary).toMatch(/^\p{Lu}.*[.!?]["”“»\u00a0]*$/su);
      expect(summary).toContain('25');
    },
  );

  it.each(INSIGHTS_LANGUAGES)('begins with the same sentence at every length below 150 in %s', (language) => {
    const short = summaryOf({ language, length: 20 }).summary;
    for (const length of [35, 80, 120])
      expect(summaryOf({ language, length }).summary.startsWith(short)).toBe(true);
  });

  it('adds criticism to a longer text, and quotes to a still longer one', () => {
    const [short, medium, long] = [20, 35, 120].map((length) => summaryOf({ length }));
    expect(quotedIn(short as GeneratedSummary)).toEqual([]);
    expect(short?.summary).not.toContain('Criticism');
    expect(medium?.summary).toContain('Criticism centres on');
    expect(quotedIn(long as GeneratedSummary).length).toBeGreaterThan(2);
    expect(wordCount(long?.summary ?? '')).toBeGreaterThan(100);
  });

  it('counts in its text what the analysis finds', () => {
    const findings = aspectFindings(SAMPLE_REVIEWS);
    const counts = findings.flatMap(({ positive, negative }) => [positive.length, negative.length]);
    const { summary, evidence } = summaryOf({ length: 35 });
    const items = [...summary.matchAll(/\((\d+)\)/g)].map(([, count]) => Number(count));
    expect(items.length).toBeGreaterThan(3);
    expect(counts).toEqual(expect.arrayContaining(items));
    expect(evidence.map(({ review_ids }) => review_ids.length)).toEqual(items);
  });

  it('quotes praise and criticism in the proportion of the stars, in the words of the reviews', () => {
    const quoted = quotedIn(summaryOf({ length: 200 }));
    const praise = quoted.filter(({ star }) => star !== null && star > 3).length;
    const criticism = quoted.filter(({ star }) => star !== null && star < 3).length;
    const rated = SAMPLE_REVIEWS.filter(({ star }) => star !== null && star !== 3);
    const share = rated.filter(({ star }) => (star as number) > 3).length / rated.length;
    expect(quoted.length).toBeGreaterThan(5);
    // Reviews of three stars or none count on either side.
    expect(praise).toBeLessThanOrEqual(share * quoted.length + 0.5);
    expect(criticism).toBeLessThanOrEqual((1 - share) * quoted.length + 0.5);
  });

  it.each(INSIGHTS_LANGUAGES)('puts each quote between the quotation marks of %s', (language) => {
    const [before, after] = SUMMARY_TEXTS[language].quotation_marks;
    const written = summaryOf({ language, length: 200 });
    const quotes = written.evidence
      .map(({ text }) => text)
      .filter((text) => written.summary.includes(`${before}${text}${after}`));
    expect(quotes.length).toBeGreaterThan(3);
    expect(quotes).toHaveLength(quotedIn(written).length);
  });

  it('lists statements in the order of the text, each with its newest reviews', () => {
    const { summary, evidence } = summaryOf({ length: 200 });
    const places = evidence.map(({ text }) => summary.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    for (const { review_ids } of evidence) {
      expect(review_ids.length).toBeGreaterThan(0);
      expect(review_ids).toEqual([...new Set(review_ids)].toSorted((a, b) => b - a));
    }
  });

  it('lists at most the newest 100 reviews behind a statement', () => {
    const reviews = Array.from({ length: 150 }, (_, at) =>
      reviewOf({ id: 900 - at, text: 'Friendly staff.', language: 'en' }),
    );
    const { summary, evidence } = summaryOf({ reviews, count: 150, length: 20 });
    expect(summary).toContain('staff and service (150)');
    expect(evidence[0]?.review_ids).toEqual(reviews.slice(0, MAX_EVIDENCE_IDS).map(({ id }) => id));
  });

  it('is the same bytes for the same task', () => {
    const copy = JSON.parse(JSON.stringify(TASK)) as SummaryTask;
    expect(JSON.stringify(embeddedSummary(copy))).toBe(JSON.stringify(embeddedSummary(TASK)));
  });

  it.each([
    ['fr', 'fr', 'fr'],
    ['the language of most reviews', 'auto', 'en'],
    ['English instead of a language that it does not write', 'nl', 'en'],
  ])('writes %s', (_what, language, written) => {
    expect(summaryOf({ language }).written_in).toBe(written);
  });

  it('writes English if most reviews are in a language that it does not write', () => {
    const reviews = [1, 2, 3].map((id) =>
      reviewOf({ id, text: 'Heel vriendelijk personeel en lekker eten.', language: 'nl' }),
    );
    expect(summaryOf({ language: 'auto', reviews, count: 3 })).toMatchObject({ written_in: 'en' });
  });

  it('writes the language of most reviews', () => {
    const reviews = SAMPLE_REVIEWS.filter(({ language }) => language === 'de' || language === 'it');
    expect(summaryOf({ language: 'auto', reviews })).toMatchObject({ written_in: 'de' });
  });
});

describe('embeddedSummary of texts that say little', () => {
  it.each([
    ['one emoji', '😊'],
    ['two letters', 'Ok'],
    ['20,000 characters without a space', 'ab'.repeat(10_000)],
    ['20,000 characters of one word', 'lala '.repeat(4_000)],
  ])('states the number and the average for %s', (_what, text) => {
    const reviews = [reviewOf({ id: 7, text, star: 4 })];
    expect(summaryOf({ reviews, count: 1, average: 4, length: 300 })).toEqual({
      summary: 'There is 1 review, with a rating of 4 out of 5.',
      written_in: 'en',
      evidence: [{ text: 'There is 1 review, with a rating of 4 out of 5.', review_ids: [7] }],
    });
  });

  it('quotes reviews in a language that it cannot analyse, by their stars', () => {
    const text = 'Heel fijne plek waar we altijd graag terugkomen met het hele gezin.';
    const reviews = [reviewOf({ id: 7, text, language: 'nl' })];
    const { summary, evidence } = summaryOf({ reviews, count: 1, average: 5, length: 80 });
    expect(summary).toContain(`Among the praise: “${text}”`);
    expect(evidence.at(-1)).toEqual({ text, review_ids: [7] });
  });

  it('ends a quote without a mark with a full stop behind the quotation', () => {
    const reviews = [
      reviewOf({ text: 'the staff were so friendly and the food was delicious', language: 'en' }),
    ];
    const { summary } = summaryOf({ reviews, count: 1, average: 5, length: 80 });
    expect(summary).toContain('“the staff were so friendly and the food was delicious”.');
  });
});

describe('embeddedSummary of hostile reviews', () => {
  const lengths = [20, 80, 300];

  it.each(lengths)('is the same with and without them, except for the number, with %d words', (length) => {
    const count = 25 + HOSTILE.length;
    const without = summaryOf({ length });
    for (const reviews of [
      [...HOSTILE, ...SAMPLE_REVIEWS],
      [...SAMPLE_REVIEWS, ...HOSTILE],
    ]) {
      const attacked = summaryOf({ length, count, reviews });
      expect(attacked.summary.replace(String(count), '25')).toBe(without.summary);
      expect(attacked.evidence).toEqual(without.evidence);
    }
  });

  it.each(lengths)('is in the language of the other reviews if it may choose, with %d words', (length) => {
    const german = SAMPLE_REVIEWS.filter(({ language }) => language === 'de');
    const attacked = summaryOf({ language: 'auto', length, reviews: [...HOSTILE, ...german] });
    expect(attacked).toEqual(summaryOf({ language: 'auto', length, reviews: german }));
    expect(attacked.written_in).toBe('de');
  });

  it.each(HOSTILE_REVIEWS)('says nothing of a review alone: $name', ({ text }) => {
    const { summary } = summaryOf({ reviews: [reviewOf({ text })], count: 1, average: 5, length: 300 });
    expect(summary).toBe('There is 1 review, with a rating of 5 out of 5.');
  });

  it('quotes no author who signs, and no long number', () => {
    const text =
      'The rooms were clean and the staff friendly. My name is Ottilie Ackermann and I was happy. Booking 4711009 was fine for us all.';
    const { summary } = summaryOf({ reviews: [reviewOf({ text, language: 'en' })], count: 1, length: 300 });
    expect(summary).toContain('“The rooms were clean and the staff friendly.”');
    expect(summary).not.toMatch(/Ottilie|Ackermann|4711009/);
  });
});
