import { ownValue } from '@plaudit/contracts';

/** Names that ISO 639-1 has replaced, and Norwegian, which every translator means as Bokmål. */
const REPLACED: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id', ji: 'yi' };

/** Regions in which Chinese is written with traditional characters. */
const TRADITIONAL = new Set(['TW', 'HK', 'MO']);

/** Returns the primary language of a tag as ISO 639-1 has it now: `nb` for `no` and `nb-NO`. */
export function primaryOf(tag: string): string {
  const primary = tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return ownValue(REPLACED, primary) ?? primary;
}

/**
 * Returns what distinguishes a tag from others of its language: the script of Chinese, otherwise the region. Returns null if the
 * tag does not say it.
 */
export function variantOf(tag: string): string | null {
  const subtags = tag.split(/[-_]/).slice(1);
  const script = subtags.find((subtag) => /^[a-z]{4}$/i.test(subtag))?.toLowerCase() ?? null;
  const region = subtags.find((subtag) => /^([a-z]{2}|\d{3})$/i.test(subtag))?.toUpperCase() ?? null;
  if (primaryOf(tag) !== 'zh') return region;
  if (script !== null) return script;
  if (region === null) return null;
  return TRADITIONAL.has(region) ? 'hant' : 'hans';
}

/**
 * Returns the code of a language that a translator knows: that of the tag or of its variant, else of the language, in `codes`.
 * Other languages have their ISO 639-1 code.
 */
export function codeOf(tag: string, codes: Readonly<Record<string, string>>): string {
  const primary = primaryOf(tag);
  const variant = variantOf(tag);
  return ownValue(codes, `${primary}-${variant}`) ?? ownValue(codes, primary) ?? primary;
}
