import { sum } from '../../../charts/geometry/stack';

/** Returns the sums of so many values each. The last ones are always together, so the first sum may have fewer values. */
export function sumsOf(values: readonly number[], size: number): number[] {
  const first = values.length % size;
  const sums = first === 0 ? [] : [sum(values.slice(0, first))];
  for (let at = first; at < values.length; at += size) sums.push(sum(values.slice(at, at + size)));
  return sums;
}
