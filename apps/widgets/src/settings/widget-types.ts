import type { Settings } from './settings';
import catalogue from './widget-catalogue.json';

export const WIDGET_TYPES = [
  'carousel',
  'spotlight',
  'grid',
  'masonry',
  'list',
  'marquee',
  'badge',
  'floating',
  'popup',
  'summary',
  'avatars',
  'media',
] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

export interface WidgetTypeEntry {
  type: WidgetType;
  label: string;
  description: string;
  /** Complete defaults. */
  settings: Settings;
}

/** Every widget type with its full default settings, in the order in which they are offered. */
export const WIDGET_CATALOGUE = catalogue.types as unknown as readonly WidgetTypeEntry[];

/** Raised when the stored overrides of older widgets need a migration to be read with today's defaults. */
export const SETTINGS_VERSION = 1;

export function findWidgetType(type: unknown): WidgetTypeEntry | undefined {
  return WIDGET_CATALOGUE.find((entry) => entry.type === type);
}

/** The catalogue entry of a stored widget, whose type was checked when it was made. */
export function getWidgetType(type: WidgetType): WidgetTypeEntry {
  const entry = findWidgetType(type);
  if (!entry) throw new Error(`stored widget type "${type}" is not in the catalogue`);
  return entry;
}
