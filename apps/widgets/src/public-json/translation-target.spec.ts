import { translationTarget } from './translation-target';

describe('translationTarget', () => {
  it.each([
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['pt-br', 'pt-BR'],
    ['zh-Hant', 'zh-TW'],
    ['zh-hant-hk', 'zh-HK'],
    ['zh-Hans', 'zh'],
    ['sr-Latn', 'sr'],
    ['es-419', 'es'],
    ['iw', 'he'],
    ['de-x-old', 'de'],
    ['fil', null],
    [null, null],
  ])('returns for %p %p', (setting, expected) => {
    expect(translationTarget(setting)).toBe(expected);
  });
});
