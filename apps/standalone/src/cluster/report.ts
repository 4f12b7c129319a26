/** What a step did to the clients and to the data. */
export interface StepResult {
  name: string;
  /** How often the step happened. */
  times: number;
  requests: number;
  failed: number;
  slowestMs: number;
  /** From the beginning of the step to the end of the last request that failed; 0 if none failed. */
  recoveredMs: number;
  /** From the last request to the moment at which every event was handled and every webhook delivered. */
  quietMs: number;
  lost: number;
  doubled: number;
  deadLetters: number;
  /** The shares of the two new replicas in the requests after a roll, in percent. Null if they got too few requests. */
  shares: readonly [number, number] | null;
}

const HEADINGS = [
  'what happened',
  'times',
  'requests',
  'failed',
  'slowest (ms)',
  'last failure after (s)',
  'quiet after (s)',
  'lost',
  'doubled',
  'dead letters',
  'shares after (%)',
];

/** Returns the results as a table in Markdown, with one row per kind of step. Times are those of the worst one. */
export function reportTable(results: readonly StepResult[]): string {
  const names = [...new Set(results.map(({ name }) => name))];
  const rows = names.map((name) => cells(results.filter((result) => result.name === name).reduce(worst)));
  const table = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((row) => (row[column] as string).length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(HEADINGS), rule, ...rows.map(line)].join('\n');
}

function worst(one: StepResult, other: StepResult): StepResult {
  return {
    name: one.name,
    times: one.times + other.times,
    requests: one.requests + other.requests,
    failed: one.failed + other.failed,
    slowestMs: Math.max(one.slowestMs, other.slowestMs),
    recoveredMs: Math.max(one.recoveredMs, other.recoveredMs),
    quietMs: Math.max(one.quietMs, other.quietMs),
    lost: one.lost + other.lost,
    doubled: one.doubled + other.doubled,
    deadLetters: one.deadLetters + other.deadLetters,
    shares: lessEven(one.shares, other.shares),
  };
}

function lessEven(one: StepResult['shares'], other: StepResult['shares']): StepResult['shares'] {
  if (!one || !other) return one ?? other;
  return Math.max(...one) >= Math.max(...other) ? one : other;
}

function cells(result: StepResult): string[] {
  const { name, times, requests, failed, slowestMs, recoveredMs, quietMs } = result;
  const { lost, doubled, deadLetters, shares } = result;
  return [
    name,
    ...[times, requests, failed, Math.round(slowestMs)].map(String),
    ...[recoveredMs, quietMs].map((ms) => (ms / 1_000).toFixed(1)),
    ...[lost, doubled, deadLetters].map(String),
    shares?.join(' : ') ?? '',
  ];
}
