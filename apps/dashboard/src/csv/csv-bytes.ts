export const MAX_CSV_BYTES = 10 * 1024 * 1024;

/** Reads a file as text. Returns null if it has more than {@link MAX_CSV_BYTES}. */
export async function readCsvFile(file: Blob): Promise<string | null> {
  if (file.size > MAX_CSV_BYTES) return null;
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}

/**
 * Returns the text of a CSV file: UTF-16 if a byte order mark says so, UTF-8 if its bytes are valid, and otherwise Windows-1252,
 * in which spreadsheets of older systems write.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
