/** True in `npm run test:long`. `jest.config.js` reads the same variable. */
const IS_LONG = process.env.TEST_TIER === 'long';

/**
 * Returns the size of a test that has two lengths: `short` in `npm test`, and `long` in `npm run test:long`. The spec file that
 * uses it is named `*.long.spec.ts`, so that the long tier finds it.
 */
export function atLength<T>({ short, long }: { short: T; long: T }): T {
  return IS_LONG ? long : short;
}
