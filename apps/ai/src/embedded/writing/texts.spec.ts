import { INSIGHTS_LANGUAGES } from '../../generation/insights-languages';
import { REPLY_TEXTS } from '../replies/reply-texts';
import { SUMMARY_TEXTS } from './summary-texts';

/** Paths of all texts, such as `basis.one_rated` and `greeting.0`, with the texts. */
function textsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    textsIn(inner, path ? `${path}.${key}` : key),
  );
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name as string).toSorted();
}

const KINDS = [
  ['summaries', SUMMARY_TEXTS],
  ['replies', REPLY_TEXTS],
] as const;

describe.each(KINDS)('texts of %s', (_kind, texts) => {
  const english = new Map(textsIn(texts.en));

  it.each(INSIGHTS_LANGUAGES)('have the same keys and placeholders in %s as in English', (language) => {
    const shapeOf = (entries: Iterable<[string, string]>) =>
      [...entries].map(([path, text]) => `${path}: ${placeholdersIn(text).join(' ')}`).toSorted();
    expect(shapeOf(textsIn(texts[language]))).toEqual(shapeOf(english));
  });

  it.each(INSIGHTS_LANGUAGES.filter((language) => language !== 'en'))(
    'are translated into %s',
    (language) => {
      const same = textsIn(texts[language]).filter(
        ([path, text]) => text.length > 3 && english.get(path) === text,
      );
      expect(same).toEqual([]);
    },
  );

  it.each(INSIGHTS_LANGUAGES)('have no empty text, double space or loose end in %s', (language) => {
    const faulty = textsIn(texts[language]).filter(([, text]) => /^$|^ | {2}| $| [.,;]/.test(text));
    expect(faulty).toEqual([]);
  });
});

describe('texts of replies', () => {
  it.each(INSIGHTS_LANGUAGES)('have several phrasings of each sentence in %s', (language) => {
    const paths = textsIn(REPLY_TEXTS[language]).map(([path]) => path.replace(/\.\d+$/, ''));
    const single = paths.filter(
      (path) => !['and', 'as_well_as'].includes(path) && paths.filter((other) => other === path).length < 2,
    );
    expect(single).toEqual([]);
  });
});
