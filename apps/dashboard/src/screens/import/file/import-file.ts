import { MAX_CSV_BYTES, readCsvFile } from '../../../csv/csv-bytes';

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** A file that was read as text. */
export interface ImportFile {
  name: string;
  bytes: number;
  encoding: Encoding;
  text: string;
}

export type FileProblem = 'too_large' | 'workbook' | 'not_text' | 'empty' | 'unreadable';

/** Reads a file of at most 10 MB. Returns the file as text, or why it cannot be imported. */
export async function readImportFile(file: File): Promise<ImportFile | FileProblem> {
  if (file.size > MAX_CSV_BYTES) return 'too_large';
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const encoding = encodingOf(bytes);
    if (isWorkbook(bytes)) return 'workbook';
    const text = (await readCsvFile(file)) ?? '';
    if (text.trim() === '') return 'empty';
    return text.includes('\0') ? 'not_text' : { name: file.name, bytes: file.size, encoding, text };
  } catch {
    // The file was moved or changed after it was chosen.
    return 'unreadable';
  }
}

/** Returns the encoding in which the file is read. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'UTF-8';
  } catch {
    return 'Windows-1252';
  }
}

/** The first bytes of an XLSX or ODS file, which is a ZIP archive, and of an old XLS file. */
function isWorkbook(bytes: Uint8Array): boolean {
  const head = bytes.slice(0, 4).join();
  return head === '80,75,3,4' || head === '208,207,17,224';
}
