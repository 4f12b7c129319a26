import type { PublicReview, PublicWidget } from '../public-json/public-widget';
import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import { MeasuredText } from './text-width';

/** What a widget shows, as far as its height depends on it. */
export type ShownContent = Pick<
  PublicWidget,
  'summary' | 'disclosure' | 'branding' | 'ai_summary' | 'reviews' | 'next'
>;

/** A review whose texts are measured once, for the heights at several widths. */
export interface MeasuredReview {
  review: PublicReview;
  name: MeasuredText;
  text: MeasuredText;
  reply: MeasuredText | null;
}

/** A widget to measure at one width. */
export interface Measure {
  type: WidgetType;
  settings: Settings;
  content: ShownContent;
  reviews: readonly MeasuredReview[];
  /** Without the margin that a painted ground has. */
  width: number;
}

/** The widths of a widget at which its style sheets change, in em. */
export const TABLET = 35;
export const RAIL = 40;
const DESKTOP = 56;

/** The height of a button in px. */
export const BUTTON = 44;
/** The size of dates and other small texts in em. */
export const SMALL = 0.8125;

export function measured(review: PublicReview): MeasuredReview {
  const { author, text, reply } = review;
  return {
    review,
    name: new MeasuredText(author.name ?? 'Anonymous'),
    text: new MeasuredText(text),
    reply: reply && new MeasuredText(reply.text),
  };
}

export function emOf({ settings }: Measure): number {
  return settings.style.font_size;
}

/** Returns the most columns that the settings allow at this width. */
export function configuredColumns(measure: Measure): number {
  const { columns } = measure.settings.layout;
  if (!columns) return 1;
  const em = measure.width / emOf(measure);
  return em >= DESKTOP ? columns.desktop : em >= TABLET ? columns.tablet : columns.mobile;
}

/** Returns the height of parts below each other. A part of height 0 is not there. */
export function stacked(parts: readonly number[], gap: number): number {
  const there = parts.filter((height) => height > 0);
  return there.reduce((sum, height) => sum + height, 0) + gap * Math.max(0, there.length - 1);
}

/** Returns the height of things side by side that wrap, each with its width and its height. */
export function wrapped(
  items: readonly (readonly [width: number, height: number])[],
  width: number,
  [rowGap, gap]: readonly [number, number],
): number {
  const rows: number[] = [];
  let left = -1;
  for (const [own, height] of items) {
    if (left < 0 || own > left) {
      rows.push(height);
      left = width - own - gap;
    } else {
      rows.push(Math.max(rows.pop() as number, height));
      left -= own + gap;
    }
  }
  return stacked(rows, rowGap);
}

/** Returns the height of a text in lines of this width. */
export function lineHeight(text: string, width: number, size: number, line = 1.5): number {
  return text === '' ? 0 : new MeasuredText(text).lines(width / size) * size * line;
}
