import type { SummaryTask } from '../../generation/generated';
import { INSIGHTS_LANGUAGES, type InsightsLanguage } from '../../generation/insights-languages';
import { openingSentences } from './opening-sentences';
import type { SummaryItem } from './summary-items';
import { SUMMARY_TEXTS } from './summary-texts';

interface Said {
  count: number;
  average: number | null;
  praise?: SummaryItem[];
  criticism?: SummaryItem[];
  length?: number;
}

function item(label: string, ids: number[]): SummaryItem {
  return { text: `${label} (${ids.length})`, ids };
}

const A = item('A', [1, 2, 3, 4]);
const B = item('B', [1, 2, 3]);
const C = item('C', [5, 6]);
const X = item('X', [7, 8, 9]);
const ONE = item('E', [1]);
const ANOTHER = item('F', [2]);

function opening(
  language: InsightsLanguage,
  { count, average, praise = [], criticism = [], length = 80 }: Said,
) {
  const review = { id: 1, star: 4, text: 'text', language: null, posted_on: '2026-01-01T00:00:00Z' };
  const task: SummaryTask = { language, length, business: 'Café', count, average, reviews: [review] };
  const budget = { target: length, max: Math.floor(1.5 * length) };
  return openingSentences({ task, items: { praise, criticism }, texts: SUMMARY_TEXTS[language], budget });
}

function textOf(language: InsightsLanguage, said: Said): string {
  return opening(language, said)
    .sentences.map(({ text }) => text)
    .join(' ');
}

const SENTENCES: [string, Said, Record<'en' | 'fr' | 'de', string>][] = [
  [
    'three praised and one criticised aspect',
    { count: 25, average: 3.48, praise: [A, B, C], criticism: [X] },
    {
      en: 'Based on 25 reviews with an average of 3.5 out of 5, customers most often praise A (4), B (3) and C (2). Criticism centres on X (3).',
      fr: 'Sur 25 avis (note moyenne 3,5 sur 5), les clients apprécient surtout A (4), B (3) et C (2). Les critiques portent sur X (3).',
      de: 'Auf Basis von 25 Bewertungen (Durchschnitt 3,5 von 5) loben Kunden vor allem A (4), B (3) und C (2). Die Kritik betrifft vor allem X (3).',
    },
  ],
  [
    'two praised aspects, without a rating',
    { count: 12, average: null, praise: [A, B] },
    {
      en: 'Based on 12 reviews, customers most often praise A (4) and B (3).',
      fr: 'Sur 12 avis, les clients apprécient surtout A (4) et B (3).',
      de: 'Auf Basis von 12 Bewertungen loben Kunden vor allem A (4) und B (3).',
    },
  ],
  [
    'criticism of several customers only',
    { count: 4, average: 2, criticism: [ONE, ANOTHER] },
    {
      en: 'Based on 4 reviews with an average of 2.0 out of 5, individual customers criticise E (1) and F (1).',
      fr: 'Sur 4 avis (note moyenne 2,0 sur 5), certains clients critiquent E (1) et F (1).',
      de: 'Auf Basis von 4 Bewertungen (Durchschnitt 2,0 von 5) kritisieren einzelne Kunden E (1) und F (1).',
    },
  ],
  [
    'more criticism than praise',
    { count: 9, average: 2.25, praise: [ONE], criticism: [X] },
    {
      en: 'Based on 9 reviews with an average of 2.3 out of 5, customers most often criticise X (3). A customer praises E (1).',
      fr: 'Sur 9 avis (note moyenne 2,3 sur 5), les clients critiquent surtout X (3). Un client apprécie E (1).',
      de: 'Auf Basis von 9 Bewertungen (Durchschnitt 2,3 von 5) kritisieren Kunden vor allem X (3). Ein Kunde lobt E (1).',
    },
  ],
  [
    'one rated review',
    { count: 1, average: 4, praise: [ONE], criticism: [item('G', [1])] },
    {
      en: 'Based on 1 review with a rating of 4 out of 5, a customer praises E (1). A customer criticises G (1).',
      fr: 'Sur 1 avis (note 4 sur 5), un client apprécie E (1). Un client critique G (1).',
      de: 'Auf Basis von 1 Bewertung (4 von 5) lobt ein Kunde E (1). Ein Kunde kritisiert G (1).',
    },
  ],
  [
    'one review without a rating',
    { count: 1, average: null, criticism: [ONE] },
    {
      en: 'Based on 1 review, a customer criticises E (1).',
      fr: 'Sur 1 avis, un client critique E (1).',
      de: 'Auf Basis von 1 Bewertung kritisiert ein Kunde E (1).',
    },
  ],
  [
    'one rated review that names no aspect',
    { count: 1, average: 4.5 },
    {
      en: 'There is 1 review, with a rating of 4.5 out of 5.',
      fr: 'Il y a 1 avis, avec une note de 4,5 sur 5.',
      de: 'Es gibt 1 Bewertung mit 4,5 von 5 Sternen.',
    },
  ],
  [
    'one review without a rating that names no aspect',
    { count: 1, average: null },
    {
      en: 'There is 1 review, without a rating.',
      fr: 'Il y a 1 avis, sans note.',
      de: 'Es gibt 1 Bewertung ohne Sterne.',
    },
  ],
  [
    'reviews that name no aspect',
    { count: 30, average: 4 },
    {
      en: 'There are 30 reviews, with an average of 4.0 out of 5.',
      fr: 'Il y a 30 avis, avec une note moyenne de 4,0 sur 5.',
      de: 'Es gibt 30 Bewertungen mit durchschnittlich 4,0 von 5 Sternen.',
    },
  ],
  [
    'reviews without a rating that name no aspect',
    { count: 2, average: null },
    {
      en: 'There are 2 reviews, all without a rating.',
      fr: 'Il y a 2 avis, tous sans note.',
      de: 'Es gibt 2 Bewertungen, alle ohne Sterne.',
    },
  ],
];

describe('openingSentences', () => {
  const rows = SENTENCES.flatMap(([name, said, texts]) =>
    (['en', 'fr', 'de'] as const).map((language) => [name, language, said, texts[language]] as const),
  );

  it.each(rows)('describes %s in %s', (_name, language, said, text) => {
    expect(textOf(language, said)).toBe(text);
  });

  const shapes = SENTENCES.flatMap(([name, said]) =>
    INSIGHTS_LANGUAGES.map((language) => [name, language, said] as const),
  );

  it.each(shapes)('writes whole sentences about %s in %s', (_name, language, said) => {
    const text = textOf(language, said);
    expect(text).toMatch(/^\p{Lu}.*\.$/su);
    expect(text).not.toMatch(/[{}]|\.{2}| {2}|NaN|undefined|null/);
    expect(text).toContain(String(said.count));
    const decimals = said.average === null ? [] : (text.match(/\d[.,]\d/g) ?? []);
    expect(decimals.filter((number) => number.includes('.') === (language !== 'en'))).toEqual([]);
    for (const { text: label } of [...(said.praise ?? []), ...(said.criticism ?? [])])
      expect(text).toContain(label);
  });

  it('names fewer aspects rather than more words than permitted', () => {
    const long = ['L1', 'L2', 'L3'].map((label) => item(`${label} and five more words here`, [1, 2]));
    const said = { count: 25, average: 3.5, praise: long, length: 20 };
    expect(textOf('en', said)).toBe(
      'Based on 25 reviews with an average of 3.5 out of 5, customers most often praise L1 and five more words here (2).',
    );
  });

  it('leaves out the second sentence of a summary that is long enough', () => {
    const said = { count: 25, average: 3.5, praise: [A, B, C], criticism: [X], length: 20 };
    expect(opening('en', said).sentences).toHaveLength(1);
  });

  it('names up to five aspects in a long summary', () => {
    const praise = ['A', 'B', 'C', 'D', 'E', 'F'].map((label) => item(label, [1, 2]));
    expect(textOf('en', { count: 9, average: null, praise, length: 300 })).toContain(
      'A (2), B (2), C (2), D (2) and E (2).',
    );
  });

  it('lists what stands behind each aspect, in the order of the text', () => {
    const { sentences } = opening('en', { count: 9, average: 2, praise: [C], criticism: [X] });
    expect(sentences.flatMap(({ statements }) => statements)).toEqual([
      { text: 'X (3)', review_ids: [7, 8, 9] },
      { text: 'C (2)', review_ids: [5, 6] },
    ]);
  });

  it('lists all reviews behind a text that names no aspect', () => {
    const { sentences } = opening('en', { count: 9, average: null });
    expect(sentences[0]?.statements).toEqual([
      { text: 'There are 9 reviews, all without a rating.', review_ids: [1] },
    ]);
  });
});
