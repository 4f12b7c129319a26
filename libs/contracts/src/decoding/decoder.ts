/** Bytes 0x80 to 0x9F in windows-1252. Node.js 20.18.3 to 25 decode them as control characters (nodejs/node issue 56542). */
const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Returns the name of a charset by one of its labels in the Encoding Standard, or null if it has none or we cannot decode it. */
export function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** Decodes bytes in a charset that {@link encodingOf} returned. What is invalid becomes U+FFFD. */
export function decoded(bytes: Uint8Array, encoding: string): string {
  return decodedWith(bytes, encoding, false);
}

/** Decodes the beginning of a text. A letter that is cut at its end is left out. */
export function decodedStart(bytes: Uint8Array, encoding: string): string {
  return decodedWith(bytes, encoding, true);
}

function decodedWith(bytes: Uint8Array, encoding: string, stream: boolean): string {
  const text = new TextDecoder(encoding).decode(bytes, { stream });
  return encoding === 'windows-1252' ? withSigns(text) : text;
}

/** Replaces control characters by the signs that windows-1252 has in their place. A text in UTF-8 has them if its author took that for Latin-1. */
export function withSigns(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (character) => SIGNS[character.charCodeAt(0) - 0x80] ?? character);
}

/** Returns the first bytes, each as one character. */
export function headOf(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
