const SMALL = process.argv.includes('--small');

/**
 * Returns a size of a measurement, such as its number of reviews or its seconds: `full`, or `small` with the option `--small`.
 * A small one is enough to run all code of a section and too small to trust its figures.
 */
export function sized(full: number, small: number): number {
  return SMALL ? small : full;
}
