import { type DecodedText, decodedText } from '@plaudit/contracts/decoded-text';

export const MAX_CSV_BYTES = 10 * 1024 * 1024;

/** Reads a file as text. Returns null if it has more than {@link MAX_CSV_BYTES}. */
export async function readCsvFile(file: Blob): Promise<string | null> {
  if (file.size > MAX_CSV_BYTES) return null;
  return decodeCsv(new Uint8Array(await file.arrayBuffer())).text;
}

/** Returns the text of a CSV file and its charset, which the bytes tell. */
export function decodeCsv(bytes: Uint8Array): DecodedText {
  return decodedText(bytes, { kind: 'text' });
}
