const CODE = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i;
/** The languages in which files name languages, besides those themselves. */
const FILE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function isLanguage(text: string): boolean {
  return CODE.test(text);
}

let names: ReadonlyMap<string, string> | undefined;

/**
 * Returns the ISO code of a language by its own name or that in the languages of many files, such as `English`, `Deutsch`, `anglais`
 * or `Portuguese (Brazil)`. Returns null for any other text.
 */
export function languageOf(name: string): string | null {
  names ??= languageNames();
  return (
    names.get(
      name
        .slice(0, 60)
        .replace(/\s*\(.*/s, '')
        .trim()
        .toLowerCase(),
    ) ?? null
  );
}

function languageNames(): Map<string, string> {
  const shared = FILE_LANGUAGES.map(namesIn);
  const codes = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  // An old code, such as iw for Hebrew, has the name of the new one.
  const known = codes.filter((code) => shared[0]?.of(code) && Intl.getCanonicalLocales(code)[0] === code);
  return new Map(
    known.flatMap((code) =>
      [...shared, namesIn(code)].map((names) => [names.of(code)?.toLowerCase() ?? code, code] as const),
    ),
  );
}

function namesIn(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
}
