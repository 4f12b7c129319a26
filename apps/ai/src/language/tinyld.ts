import type * as Tinyld from 'tinyld';

let languages: readonly string[] | undefined;

/** Guesses the language of a text. tinyld unpacks its profiles for a tenth of a second, so it is loaded for the first text. */
export function detectAll(text: string, only: readonly string[]): ReturnType<typeof Tinyld.detectAll> {
  return loaded().detectAll(text, { only: [...only] });
}

/** The languages that tinyld knows as ISO 639-1. It knows some without such a code too, and Yiddish, which it takes Hebrew for. */
export function knownLanguages(): readonly string[] {
  const { supportedLanguages, toISO2 } = loaded();
  return (languages ??= supportedLanguages
    .map((language) => toISO2(language))
    .filter((language) => /^[a-z]{2}$/.test(language) && language !== 'yi'));
}

function loaded(): typeof Tinyld {
  // oxlint-disable-next-line typescript/no-require-imports
  return require('tinyld') as typeof Tinyld;
}
