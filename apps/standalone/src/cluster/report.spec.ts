import { reportTable, type StepResult } from './report';

const RESULT: StepResult = {
  name: 'roll reviews',
  times: 1,
  requests: 400,
  failed: 0,
  slowestMs: 91.6,
  recoveredMs: 0,
  quietMs: 240,
  lost: 0,
  doubled: 0,
  deadLetters: 0,
  shares: [52, 48],
};

const rowsOf = (results: readonly StepResult[]): string[][] =>
  reportTable(results)
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

describe('reportTable', () => {
  it('has one row for each kind of step, in the order of the first ones', () => {
    const rows = rowsOf([RESULT, { ...RESULT, name: 'kill Postgres' }, RESULT]);
    expect(rows.map(([name, times]) => [name, times])).toEqual([
      ['roll reviews', '2'],
      ['kill Postgres', '1'],
    ]);
  });

  it('adds up what was counted, and keeps the longest times', () => {
    const other = { ...RESULT, failed: 3, slowestMs: 2_000, recoveredMs: 1_234, quietMs: 100, lost: 1 };
    expect(rowsOf([RESULT, { ...other, doubled: 2, deadLetters: 4, shares: [77, 23] }])).toEqual([
      ['roll reviews', '2', '800', '3', '2000', '1.2', '0.2', '1', '2', '4', '77 : 23'],
    ]);
  });

  it('is a table of Markdown whose columns are aligned', () => {
    const lines = reportTable([RESULT, { ...RESULT, name: 'restart the stream leader' }]).split('\n');
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
    expect(lines[1]).toMatch(/^\| -+ \|( -+: \|){10}$/);
  });
});
