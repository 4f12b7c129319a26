import { ownValue } from '@plaudit/contracts/own-value';
import { decodeCsv, MAX_CSV_BYTES } from '../../../csv/csv-bytes';

/** The charsets of files, as people know them. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
};

/** A file that was read as text. */
export interface ImportFile {
  name: string;
  bytes: number;
  encoding: string;
  text: string;
}

export type FileProblem = 'too_large' | 'workbook' | 'not_text' | 'empty' | 'unreadable';

/** Reads a file of at most 10 MB. Returns the file as text, or why it cannot be imported. */
export async function readImportFile(file: File): Promise<ImportFile | FileProblem> {
  if (file.size > MAX_CSV_BYTES) return 'too_large';
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isWorkbook(bytes)) return 'workbook';
    const { text, encoding } = decodeCsv(bytes);
    if (text.trim() === '') return 'empty';
    if (text.includes('\0')) return 'not_text';
    return { name: file.name, bytes: file.size, encoding: ownValue(ENCODINGS, encoding) ?? encoding, text };
  } catch {
    // The file was moved or changed after it was chosen.
    return 'unreadable';
  }
}

/** The first bytes of an XLSX or ODS file, which is a ZIP archive, and of an old XLS file. */
function isWorkbook(bytes: Uint8Array): boolean {
  const head = bytes.slice(0, 4).join();
  return head === '80,75,3,4' || head === '208,207,17,224';
}
