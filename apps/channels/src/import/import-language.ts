const CODE = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function isLanguage(text: string): boolean {
  return CODE.test(text);
}

let names: ReadonlyMap<string, string> | undefined;

/** Returns the ISO code of a language by its English name, such as `English` or `Portuguese (Brazil)`. Returns null for any other text. */
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
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const codes = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  return new Map(codes.flatMap((code) => [[english.of(code)?.toLowerCase() ?? code, code] as const]));
}
