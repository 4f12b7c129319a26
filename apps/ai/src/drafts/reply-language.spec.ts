import { languageToReplyIn } from './reply-language';

const GERMAN = 'Das Zimmer war sauber und das Personal sehr freundlich, wir kommen gerne wieder.';

describe('languageToReplyIn', () => {
  it.each<[string | null, string, boolean, string]>([
    ['de', '', false, 'de'],
    ['pt-BR', '', false, 'pt'],
    ['FR', '', false, 'fr'],
    ['fr_CA', '', false, 'fr'],
    ['nl', '', true, 'nl'],
    ['nl', '', false, 'en'],
    // The stored language wins over the text.
    ['it', GERMAN, false, 'it'],
    [null, GERMAN, false, 'de'],
    [null, GERMAN, true, 'de'],
    [null, 'Great', true, 'en'],
    [null, '', true, 'en'],
    [null, '👍', false, 'en'],
    // No ISO 639-1 code.
    ['fil', GERMAN, true, 'de'],
    ['und', '', true, 'en'],
    ['', '', true, 'en'],
    ['x-klingon', '', true, 'en'],
  ])(
    'for a review in %p with the text "%s" and a model: %s returns %s',
    (language, text, writesAny, reply) => {
      expect(languageToReplyIn({ language, text }, writesAny)).toBe(reply);
    },
  );
});
