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

/** All widget types with their complete default settings, in the order of GET /widgets/types. */
export const WIDGET_CATALOGUE = catalogue.types as unknown as readonly WidgetTypeEntry[];

/** The version of the stored overrides. It rises if older overrides need a migration. */
export const SETTINGS_VERSION = 1;

export function findWidgetType(type: unknown): WidgetTypeEntry | undefined {
  return WIDGET_CATALOGUE.find((entry) => entry.type === type);
}

/** Returns the catalogue entry of a stored widget. Throws if there is none, because widgets are stored with known types. */
export function getWidgetType(type: WidgetType): WidgetTypeEntry {
  const entry = findWidgetType(type);
  if (!entry) throw new Error(`The stored widget type "${type}" is not in the catalogue`);
  return entry;
}
