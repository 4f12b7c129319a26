/** The characters of GSM 03.38 that take one septet, and those that take two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const SEPTETS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...'\f^{}\\[~]|€'].map((character) => [character, 2] as const),
]);

const GSM = { alone: 160, joined: 153 };
const UCS2 = { alone: 70, joined: 67 };

export interface SmsSize {
  encoding: 'gsm7' | 'ucs2';
  segments: number;
}

/**
 * Counts the segments that a text is sent and billed as. One character outside of GSM 03.38 makes the whole text UCS-2. A
 * character of two units never lies in two segments.
 */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const septets = characters.map((character) => SEPTETS.get(character));
  if (septets.every((count) => count !== undefined)) {
    return { encoding: 'gsm7', segments: segmentsOf(septets, GSM) };
  }
  return {
    encoding: 'ucs2',
    segments: segmentsOf(
      characters.map((character) => character.length),
      UCS2,
    ),
  };
}

function segmentsOf(units: readonly number[], { alone, joined }: typeof GSM): number {
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
