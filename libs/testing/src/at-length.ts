/** True in `npm run test:long`. `jest.config.js` reads the same variable. */
const IS_LONG = process.env.TEST_TIER === 'long';

/**
 * Returns the size of a test that has two lengths: `short` in `npm test`, and `long` in `npm run test:long`. The spec file that
 * uses it is named `*.long.spec.ts`, so that the long tier finds it.
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
