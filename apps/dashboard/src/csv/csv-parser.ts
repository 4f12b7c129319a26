import { headerLineOf, isReviewHeader } from '@plaudit/contracts/review-columns';

/** A row of a CSV text. `line` is the line on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export type CsvErrorCode =
  | 'field_too_long'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'too_many_errors'
  | 'unclosed_quote'
  | 'text_after_quote';

/** Why a row was left out or read in another way than it is written. */
export interface CsvError {
  line: number;
  code: CsvErrorCode;
}

export interface CsvTable {
  delimiter: string;
  rows: CsvRow[];
  errors: CsvError[];
}

export const MAX_CSV_ROWS = 50_000;
export const MAX_CSV_COLUMNS = 200;
export const MAX_CSV_FIELD = 20_000;
/** A text with more errors than this is no CSV. */
export const MAX_CSV_ERRORS = 100;

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The delimiter is looked for in so many characters. */
const SAMPLE = 65_536;
const LINE_ENDS = /\r\n?|\n/g;

/**
 * Reads a CSV text as RFC 4180 describes it, and also other delimiters, lone line feeds and quotes inside of plain fields.
 * Empty rows are left out. A row that cannot be read is an error with its line, and the rows after it are still read.
 */
export function parseCsv(text: string, delimiter?: string): CsvTable {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const named = /^sep=(.)(?:\r\n?|\n)/.exec(text.slice(start, start + 8));
  const chosen = delimiter ?? named?.[1] ?? delimiterOf(text.slice(start, start + SAMPLE));
  const reader = new CsvReader(text, chosen, start + (named?.[0].length ?? 0), named ? 2 : 1);
  return reader.read();
}

/** Reads a file of reviews from the line with the names of its columns. The titles of the export above it are left out. */
export function parseReviewCsv(text: string, delimiter?: string): CsvTable {
  const { start, delimiter: found } = headerLineOf(text, isReviewHeader);
  if (start === 0) return parseCsv(text, delimiter);
  const { rows, errors, ...table } = parseCsv(text.slice(start), delimiter ?? found);
  const above = text.slice(0, start).match(LINE_ENDS)?.length ?? 0;
  const moved = <T extends { line: number }>(one: T): T => ({ ...one, line: one.line + above });
  return { ...table, rows: rows.map(moved), errors: errors.map(moved) };
}

/** Returns the delimiter that the first line has most often outside of quotes. */
function delimiterOf(sample: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(sample.trimStart())?.[0] ?? '';
  const plain = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((one) => plain.split(one).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

class CsvReader {
  private readonly rows: CsvRow[] = [];
  private readonly errors: CsvError[] = [];
  private readonly field: RegExp;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
    private at: number,
    private line: number,
  ) {
    this.field = new RegExp(`[^${delimiter.replace(/[\\\]^-]/g, '\\$&')}\r\n]*`, 'y');
  }

  read(): CsvTable {
    while (this.at < this.text.length) {
      if (this.errors.length >= MAX_CSV_ERRORS) {
        this.fail('too_many_errors', this.line);
        break;
      }
      const row = this.row();
      if (row && this.rows.length === MAX_CSV_ROWS) {
        this.fail('too_many_rows', row.line);
        break;
      }
      if (row) this.rows.push(row);
    }
    return { delimiter: this.delimiter, rows: this.rows, errors: this.errors };
  }

  /** Reads a row and its line end. Returns null for an empty row and for one with an error. */
  private row(): CsvRow | null {
    const { line } = this;
    const cells: string[] = [];
    for (;;) {
      const cell = this.text[this.at] === '"' ? this.quoted() : this.plain();
      if (cell === null) return this.skip();
      if (cells.length < MAX_CSV_COLUMNS) cells.push(cell);
      else if (cells.length === MAX_CSV_COLUMNS) {
        this.fail('too_many_columns', line);
        return this.skip();
      }
      if (this.text[this.at] !== this.delimiter) break;
      this.at += 1;
    }
    this.endLine();
    return cells.some((cell) => cell.trim() !== '') ? { line, cells } : null;
  }

  private plain(): string | null {
    this.field.lastIndex = this.at;
    const cell = this.field.exec(this.text)?.[0] ?? '';
    this.at += cell.length;
    if (cell.length <= MAX_CSV_FIELD) return cell;
    this.fail('field_too_long', this.line);
    return null;
  }

  private quoted(): string | null {
    const opened = this.at;
    const { line } = this;
    let cell = '';
    let from = opened + 1;
    for (;;) {
      const closed = this.text.indexOf('"', from);
      if (closed < 0 || closed - opened > MAX_CSV_FIELD) {
        this.fail(closed < 0 ? 'unclosed_quote' : 'field_too_long', line);
        return null;
      }
      cell += this.text.slice(from, closed);
      if (this.text[closed + 1] !== '"') {
        this.at = closed + 1;
        break;
      }
      cell += '"';
      from = closed + 2;
    }
    this.line += cell.match(LINE_ENDS)?.length ?? 0;
    const tail = this.plain();
    if (tail === null) return null;
    if (tail.trim() !== '') this.fail('text_after_quote', line);
    return cell + tail.trim();
  }

  /** Passes over the rest of the line. */
  private skip(): null {
    const end = /[\r\n]/g;
    end.lastIndex = this.at;
    this.at = end.exec(this.text)?.index ?? this.text.length;
    this.endLine();
    return null;
  }

  private endLine(): void {
    if (this.at >= this.text.length) return;
    this.at += this.text.startsWith('\r\n', this.at) ? 2 : 1;
    this.line += 1;
  }

  private fail(code: CsvErrorCode, line: number): void {
    this.errors.push({ line, code });
  }
}
