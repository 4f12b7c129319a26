/** Titles and dates of an export stand in so many lines above the names of the columns, at most. */
const MAX_LINES = 20;
/** The line is looked for in so many characters. */
const MAX_TEXT = 64 * 1024;
const MAX_CELLS = 200;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Where the names of the columns of a file are, and what separates them. */
export interface HeaderLine {
  /** Position of the first character of the line. */
  start: number;
  delimiter: string;
}

const NO_LINE: HeaderLine = { start: 0, delimiter: ',' };

/** Returns the first line of a file whose cells are names of columns, or else the first line. */
export function headerLineOf(text: string, isHeader: (cells: readonly string[]) => boolean): HeaderLine {
  const lines = linesOf(text.slice(0, MAX_TEXT));
  const { start, delimiter } = lines.find(({ cells }) => isHeader(cells)) ?? lines[0] ?? NO_LINE;
  return { start, delimiter };
}

function linesOf(text: string): (HeaderLine & { cells: string[] })[] {
  const lines: (HeaderLine & { cells: string[] })[] = [];
  let start = 0;
  while (start < text.length && lines.length < MAX_LINES) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    if (line.trim() !== '') {
      const split = DELIMITERS.map((delimiter) => ({ start, delimiter, cells: cellsOf(line, delimiter) }));
      lines.push(split.reduce((most, one) => (one.cells.length > most.cells.length ? one : most)));
    }
    start = end + 1;
  }
  return lines;
}

/** Returns the position of the next line break that is not in quotes. Only a quote at the beginning of a cell opens quotes. */
function endOfLine(text: string, start: number): number {
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '"' && (isQuoted || /^$|[,;\t|]/.test(at === start ? '' : (text[at - 1] as string)))) {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (character === '\n' || character === '\r')) return at;
  }
  return text.length;
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"' && (isQuoted || cells.at(-1) === '')) isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells.slice(0, MAX_CELLS).map((cell) => cell.trim());
}
