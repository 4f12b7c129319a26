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
 * Returns every nth item in `npm test`, and all of them in `npm run test:long`. If n has no divisor in common with the size of the
 * inner list, a sample of a flattened table has something of each row and of each column.
 */
export function sampleAtLength<T>(items: readonly T[], n: number): T[] {
  return atLength({ short: items.filter((_, at) => at % n === 0), long: [...items] });
}

/**
 * `it` for a test that lasts seconds, such as one with a frozen process or a limit of time. It is only in `npm run test:long`; the
 * others of its file are what `npm test` checks of the feature.
 */
export function itAtLength(name: string, test: () => Promise<void>, timeoutMs?: number): void {
  if (IS_LONG) it(name, test, timeoutMs);
}

/** `describe` for a group of such tests. */
export function describeAtLength(name: string, tests: () => void): void {
  if (IS_LONG) describe(name, tests);
}
