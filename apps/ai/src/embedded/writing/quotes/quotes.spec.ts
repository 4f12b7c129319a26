import type { Polarity } from '../../analysis/aspect-finding';
import type { SourceReview } from '../../../generation/source-review';
import type { Candidate } from './candidate-sentences';
import { isQuotable, saysEnough, sentencesOf } from './quotable';
import { praiseShare, QuoteChoice } from './quote-choice';
import { ranks, similarities } from './text-rank';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function candidate(reviewId: number, polarity: Polarity, text: string): Candidate {
  return { reviewId, polarity, text, weight: 1, words: text.split(' ') };
}

function starred(star: number | null): SourceReview {
  return { id: 1, star, text: 'text', language: null, posted_on: '2026-01-01T00:00:00Z' };
}

function chosenOf(
  choice: QuoteChoice,
  isAccepted: (candidate: Candidate) => boolean = () => true,
): Candidate[] {
  const chosen: Candidate[] = [];
  for (let next = choice.next(isAccepted); next; next = choice.next(isAccepted)) chosen.push(next);
  return chosen;
}

describe('isQuotable', () => {
  it.each([
    ['en', 'The breakfast was lovely and I liked the quiet garden.'],
    ['en', "It's a pity that I'm not able to come more often."],
    ['en', 'Check-in took 25 minutes, which is far too long.'],
    ['de', 'Das Zimmer war sauber und das Personal sehr freundlich.'],
    ['fr', "L'accueil était chaleureux et le repas délicieux."],
    ['es', '¡La habitación estaba muy limpia y era tranquila!'],
  ])('accepts a sentence in %s: %s', (language, sentence) => {
    expect(isQuotable(sentence, language)).toBe(true);
  });

  it.each([
    ['is short', 'en', 'Very clean and quiet rooms.'],
    ['is long', 'en', `It was nice${' and nice'.repeat(24)}.`],
    ['has a long number', 'en', 'My order 4711009 never arrived at our house.'],
    ['has a long number in other digits', null, 'my order ٤٧١١٠٠ never arrived at our house'],
    ['has quotation marks', 'en', 'The sign says “no entry” although it is open.'],
    ['has marks of markup', 'en', 'The room was **really** nice and very clean.'],
    ['names a person', 'en', 'The nice waiter Ferdinand helped us with the wine.'],
    ['names a person in an unknown language', null, 'Alles war schön, danke an Ottilie vom Empfang.'],
    ['names a person by title in German', 'de', 'Besonders nett war Frau Ackermann am Empfang.'],
    ['is signed in German', 'de', 'Alles war sehr schön, liebe Grüße Ottilie'],
    ['ends in an abbreviation', 'de', 'Die Behandlung war sehr gut bei Herrn und Dr.'],
  ])('refuses a sentence that %s', (_fault, language, sentence) => {
    expect(isQuotable(sentence, language)).toBe(false);
  });
});

describe('sentencesOf', () => {
  it('splits at ends of sentences and of lines, and removes the signs of lists', () => {
    const text = 'Clean room. Nice staff!\n- good food\r\n• ¡Muy bien!\n\n😊';
    expect(sentencesOf(text, segmenter)).toEqual([
      'Clean room.',
      'Nice staff!',
      'good food',
      '¡Muy bien!',
      '',
    ]);
  });
});

describe('saysEnough', () => {
  it('refuses a repetition, and accepts four words', () => {
    expect(saysEnough(['good', 'good', 'good', 'very', 'good'])).toBe(false);
    expect(saysEnough(['good', 'food', 'very', 'cheap'])).toBe(true);
  });
});

describe('TextRank', () => {
  const texts = [
    ['clean', 'room', 'quiet'],
    ['clean', 'room', 'large'],
    ['clean', 'room', 'friendly', 'staff'],
    ['zebra', 'giraffe'],
  ];

  it('finds equal texts alike and texts without a common word not at all', () => {
    const [first] = similarities([['a', 'b'], ['a', 'b'], ['c']]);
    expect([...(first as Float64Array)].map((value) => Math.round(value * 100) / 100)).toEqual([0, 1, 0]);
  });

  it('ranks what many texts say above what one says', () => {
    const [quiet = 0, large = 0, staff = 0, zebra = 1] = ranks(similarities(texts));
    expect(Math.max(quiet, large, staff)).toBe(1);
    expect(zebra).toBeLessThan(Math.min(quiet, large, staff));
  });

  it('ranks one text, and none', () => {
    expect(ranks(similarities([['alone']]))).toEqual([1]);
    expect(ranks(similarities([]))).toEqual([]);
  });
});

describe('praiseShare', () => {
  it.each([
    ['follows the stars', [5, 4, 1, 3, null], 2 / 3],
    ['is 1 if nobody is discontent', [5, 4, 3], 1],
    ['is 0 if everybody is discontent', [1, 2], 0],
  ])('%s', (_rule, stars, share) => {
    expect(praiseShare(stars.map(starred), [])).toBeCloseTo(share);
  });

  it('follows the sentences if no review has stars that judge', () => {
    const candidates = [candidate(1, 'positive', 'a'), candidate(2, 'negative', 'b')];
    expect(praiseShare([starred(3), starred(null)], candidates)).toBe(0.5);
    expect(praiseShare([], [])).toBe(0);
  });
});

describe('QuoteChoice', () => {
  const praise = Array.from({ length: 20 }, (_, at) => candidate(at, 'positive', `good thing number p${at}`));
  const criticism = Array.from({ length: 20 }, (_, at) =>
    candidate(100 + at, 'negative', `bad thing number n${at}`),
  );

  it.each([0, 0.1, 0.3, 0.5, 0.8, 1])(
    'keeps the balance at every length if %d of the reviews praise',
    (share) => {
      const choice = new QuoteChoice([...praise, ...criticism], share);
      const chosen = chosenOf(choice).slice(0, 12);
      expect(chosen).toHaveLength(12);
      const offBy = chosen.map((_, at) => {
        const first = chosen.slice(0, at + 1);
        return Math.abs(
          first.filter(({ polarity }) => polarity === 'positive').length - share * first.length,
        );
      });
      expect(Math.max(...offBy)).toBeLessThanOrEqual(0.5 + 1e-9);
    },
  );

  it('ends rather than hiding criticism when no sentence of it is accepted', () => {
    const choice = new QuoteChoice([...praise, ...criticism], 0.5);
    const chosen = chosenOf(choice, ({ polarity }) => polarity === 'positive');
    expect(chosen).toHaveLength(1);
  });

  it('chooses one sentence of a review', () => {
    const ofOne = ['clean room', 'clean bath', 'clean hall'].map((text) => candidate(7, 'positive', text));
    expect(chosenOf(new QuoteChoice(ofOne, 1))).toHaveLength(1);
  });

  it('prefers a second topic to a repetition of the first', () => {
    const texts = [
      'clean large room',
      'clean large room',
      'clean large room',
      'staff friendly room',
      'staff friendly',
    ];
    const choice = new QuoteChoice(
      texts.map((text, at) => candidate(at, 'positive', text)),
      1,
    );
    const [first, second] = chosenOf(choice);
    expect(first?.text).toBe('clean large room');
    expect(second?.text).toContain('staff friendly');
  });
});
