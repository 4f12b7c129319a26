/** True in `npm run test:long`. `jest.config.js` reads the same variable. */
const IS_LONG = process.env.TEST_TIER === 'long';

/**
 * Returns the size of a test that has two lengths: `short` in `npm test`, and `long` in `npm run test:long`. A spec file that uses
 * this module is named `*.long.spec.ts`, so that the long tier finds it.
 */
export function atLength<T>({ short, long }: { short: T; long: T }): T {
  return IS_LONG ? long : short;
}

/**
 * Returns every nth item in `npm test`, and all of them in `npm run test:long`. In a table that was
 * flattened row by row, n must have no divisor in common with the number of columns, or the sample misses columns.
 */
export function sampleAtLength<T>(items: readonly T[], n: number): T[] {
  return atLength({ short: items.filter((_, at) => at % n === 0), long: [...items] });
}

/**
 * `it` for a test that is only in `npm run test:long`, such as one that kills a process or lasts until a limit of time. Its file has
 * other tests, which `npm test` runs.
 */
export function itAtLength(name: string, test: () => Promise<void>, timeoutMs?: number): void {
  if (IS_LONG) it(name, test, timeoutMs);
}

/** `describe` for a group of such tests. */
export function describeAtLength(name: string, tests: () => void): void {
  if (IS_LONG) describe(name, tests);
}
