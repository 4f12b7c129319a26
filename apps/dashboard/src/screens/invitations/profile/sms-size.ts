/** The alphabet of SMS (GSM 03.38): characters that take one unit, and those that take two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');
const LIMITS = { gsm: { alone: 160, joined: 153 }, unicode: { alone: 70, joined: 67 } } as const;

/** The server saves a text only if it fits into so many segments. */
export const MAX_SEGMENTS = 3;
/** A link has so many characters. */
const LINK = 'x'.repeat(26);

export interface SmsSize {
  characters: number;
  segments: number;
  /** The first character that is not in the alphabet of SMS, so that all of them take more room. */
  foreign: string | null;
}

/** Counts what a text takes as SMS, with a link in the place of `{{review_url}}`. Other values are not counted. */
export function smsSize(body: string): SmsSize {
  const text = body.replace(/\{\{\s*review_url\s*\}\}/g, LINK).replace(/\{\{[^{}]*\}\}/g, '');
  const characters = [...text];
  const foreign = characters.find((one) => !BASIC.has(one) && !EXTENDED.has(one)) ?? null;
  const units = characters.map((one) => (foreign === null ? (EXTENDED.has(one) ? 2 : 1) : one.length));
  const segments = segmentsOf(units, foreign === null ? LIMITS.gsm : LIMITS.unicode);
  return { characters: characters.length, segments, foreign };
}

/** A character of two units never lies in two segments. */
function segmentsOf(units: readonly number[], { alone, joined }: { alone: number; joined: number }): number {
  if (units.reduce((sum, count) => sum + count, 0) <= alone) return 1;
  let segments = 1;
  let used = 0;
  for (const count of units) {
    if (used + count > joined) {
      segments += 1;
      used = 0;
    }
    used += count;
  }
  return segments;
}
