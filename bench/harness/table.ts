import type { Cleanup } from './cleanup';

/** One line of the table: Plaudit's value, and the value beside it from the same run. */
export interface Row {
  measured: string;
  plaudit: string;
  beside?: string;
  /** Plaudit's value divided by the one beside it. */
  ratio?: string;
  aim?: string;
}

const TITLES = ['section', 'measured', 'Plaudit', 'beside it', 'ratio', 'aim'];

export function printTable(sections: readonly { name: string; rows: readonly Row[] }[]): void {
  const lines = sections.flatMap(({ name, rows }) =>
    rows.map(({ measured, plaudit, beside, ratio, aim }) => [
      name,
      measured,
      plaudit,
      beside ?? '',
      ratio ?? '',
      aim ?? '',
    ]),
  );
  const widths = TITLES.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => (line[column] as string).length)),
  );
  const print = (line: readonly string[]): void => {
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`);
  };
  print(TITLES);
  print(widths.map((width) => '-'.repeat(width)));
  for (const line of lines) print(line);
}

/** 7312.4 -> "7,312" */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** 4.2268 -> "4.23 ms" */
export function milliseconds(value: number): string {
  return `${value.toFixed(2)} ms`;
}

export interface SectionOptions {
  rounds: number;
  /** Seconds of one measurement of a load. */
  seconds: number;
  /** The number of reviews in the larger database of the sections growth and reports. */
  reviews: number;
  cleanup: Cleanup;
}

/** One section of the bench. It starts what it needs and registers the clean-up. */
export type Section = (options: SectionOptions) => Promise<Row[]>;
