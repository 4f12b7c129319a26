/** The vertical axis of a chart. */
export interface Scale {
  min: number;
  max: number;
  /** Where grid lines are, from bottom to top. */
  ticks: readonly number[];
  /** True if the axis does not start at its natural end. The chart must say so. */
  truncated: boolean;
}

export interface ScaleOptions {
  /** The natural ends of the values, such as 0 and 5 for ratings. */
  bounds?: readonly [number, number];
  /** True if the axis must start at 0, as it must for bars. */
  fromZero?: boolean;
  /** The smallest distance between two ticks. 1 for counts. */
  minStep?: number;
}

/** More grid lines than these hide the data. */
const MAX_TICKS = 4;
/** What is left of the error of floating point when steps are added, as a share of a step. */
const TOLERANCE = 1e-6;

/** Returns an axis with at most four round ticks that includes all values. Missing values are left out. */
export function niceScale(values: readonly (number | null)[], options: ScaleOptions = {}): Scale {
  const { bounds, fromZero = false, minStep = 0 } = options;
  const known = values.filter((value): value is number => Number.isFinite(value));
  const lowest = fromZero ? Math.min(0, ...known) : Math.min(...known);
  const highest = fromZero ? Math.max(0, ...known) : Math.max(...known);
  const [low, high] = known.length === 0 ? (bounds ?? [0, 1]) : [lowest, highest];
  for (const step of steps(Math.max(minStep, (high - low) / MAX_TICKS, Number.MIN_VALUE), minStep)) {
    const ticks = ticksBetween(low, high, step, bounds);
    if (ticks.length <= MAX_TICKS) {
      const [min = 0] = ticks;
      const max = ticks.at(-1) ?? 1;
      return { min, max, ticks, truncated: min > (bounds?.[0] ?? 0) };
    }
  }
  throw new Error(`there is no axis from ${low} to ${high}`);
}

/** Yields round numbers from about `from` upwards: 1, 2 and 5 times a power of ten. */
function* steps(from: number, minStep: number): Generator<number> {
  const magnitude = Math.max(Math.floor(Math.log10(from)), -9);
  for (let power = magnitude; power <= magnitude + 3; power += 1) {
    for (const digit of [1, 2, 5]) {
      const step = digit * 10 ** power;
      if (step >= minStep - TOLERANCE) yield step;
    }
  }
}

function ticksBetween(low: number, high: number, step: number, bounds: ScaleOptions['bounds']): number[] {
  let first = Math.floor(low / step + TOLERANCE);
  let last = Math.ceil(high / step - TOLERANCE);
  // A single value gets a step of room on both sides, as far as there are values.
  if (first === last) {
    last += 1;
    if (bounds && (first - 1) * step >= bounds[0]) first -= 1;
  }
  if (bounds && last * step > bounds[1] + TOLERANCE * step) {
    last = Math.max(Math.floor(bounds[1] / step + TOLERANCE), Math.ceil(high / step - TOLERANCE));
    if (first >= last) first = last - 1;
  }
  return Array.from({ length: last - first + 1 }, (_, at) => round((first + at) * step));
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Returns the function that maps a value to its place between `bottom` and `top`. */
export function placeOn({ min, max }: Scale, bottom: number, top: number): (value: number) => number {
  return (value) => bottom + ((value - min) / (max - min)) * (top - bottom);
}

/** Returns every how many labels one is shown, so that they do not touch. */
export function labelStep(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}
