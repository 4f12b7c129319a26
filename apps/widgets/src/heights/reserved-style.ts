import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import type { ShownContent } from './measure';
import { type HeightAt, heightOf } from './widget-height';

/** The widths between which the height is computed. Below and above them it stays the same. */
const MIN_WIDTH = 288;
const MAX_WIDTH = 1600;
const STEP = 16;
/** A height that changes more within a step has a jump there. Squares rise steadily with the width. */
const MIN_JUMP = 16;
const MIN_RISE = 60;
/** More points would make the snippet long. */
const MAX_POINTS = 12;
/** A line between two points may lie this share above the heights between them at least, and a sixth of the rest below. */
const MIN_ABOVE = 0.01;
const MIN_BELOW_PX = 2;
/** Ends the search for fewer points if no line comes near the heights. */
const MAX_ABOVE = 10;

type Point = readonly [width: number, height: number];

/**
 * Returns the height of a widget as a CSS value that depends on a width: that of the place (`100%`, in a padding) or that of the
 * screen (`100vw`). It is a sum of ramps between the points at which the height changes.
 */
export function heightCss(heightAt: HeightAt, unit: '100%' | '100vw'): string {
  const points = fewPoints(pointsOf(heightAt));
  const last = points.at(-1) as Point;
  const ramps = points.slice(1).flatMap((end, at) => {
    const [width, height] = points[at] as Point;
    const run = end[0] - width;
    const fall = height - end[1];
    if (fall === 0) return [];
    const factor = Number((fall / run).toFixed(3));
    return `${factor < 0 ? '-' : '+'} ${Math.abs(factor)}*clamp(0px,${end[0]}px - ${unit},${run}px)`;
  });
  return ramps.length > 0 ? `calc(${last[1]}px ${ramps.join(' ')})` : `${last[1]}px`;
}

/** Where a line or a row is added within a step, the whole step has the greater height. */
function pointsOf(heightAt: HeightAt): Point[] {
  let before = heightAt(MIN_WIDTH);
  const points: Point[] = [[MIN_WIDTH, before]];
  for (let width = MIN_WIDTH + STEP; width <= MAX_WIDTH; width += STEP) {
    const height = heightAt(width);
    if (before - height > MIN_JUMP) points.push([width - 1, before]);
    if (height - before > MIN_RISE) points.push([width - STEP + 1, height]);
    points.push([width, height]);
    before = height;
  }
  return points;
}

/** Leaves out points until few are left: the more, the less exact. */
function fewPoints(points: readonly Point[]): Point[] {
  let above = MIN_ABOVE;
  let few = simplified(points, above);
  while (few.length > MAX_POINTS && above < MAX_ABOVE) few = simplified(points, (above *= 1.1));
  return few;
}

/** Leaves out points that lie close to the line between their neighbours. */
function simplified(points: readonly Point[], above: number): Point[] {
  const kept = [points[0] as Point];
  let from = 0;
  while (from < points.length - 1) {
    let to = from + 1;
    while (to + 1 < points.length && isClose(points.slice(from, to + 2), above)) to += 1;
    kept.push(points[to] as Point);
    from = to;
  }
  return kept;
}

function isClose(points: readonly Point[], most: number): boolean {
  const [start, end] = [points[0] as Point, points.at(-1) as Point];
  return points.every(([width, height]) => {
    const onLine = start[1] + ((end[1] - start[1]) * (width - start[0])) / (end[0] - start[0]);
    const above = onLine - height;
    const below = MIN_BELOW_PX + ((most - MIN_ABOVE) * height) / 6;
    return above >= -below && above <= most * height;
  });
}

/**
 * Returns the style with which the place of a widget has its height before the reviews arrive, or an empty text if the widget
 * floats above the page. The height is a padding, because only that can depend on the width of the place: a widget in a narrow
 * column of a wide screen is as high as on a phone.
 */
export function reservedStyle(type: WidgetType, settings: Settings, content: ShownContent): string {
  const heightAt = heightOf(type, settings, content);
  if (heightAt(MAX_WIDTH) === 0) return '';
  return `height:0;padding-bottom:${heightCss(heightAt, '100%')}`;
}
