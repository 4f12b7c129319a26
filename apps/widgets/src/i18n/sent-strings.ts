import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import type { Strings } from './locale';
import { ELEMENT_STRINGS, type ElementPart, type ElementStrings, type ElementText } from './string-keys';

const PARTS: Readonly<Record<WidgetType, readonly ElementPart[]>> = {
  carousel: ['cards', 'motion'],
  spotlight: ['cards', 'motion'],
  grid: ['cards', 'pages'],
  masonry: ['cards', 'pages'],
  list: ['cards', 'pages'],
  marquee: ['cards', 'motion'],
  badge: [],
  floating: ['cards', 'pages'],
  popup: ['cards'],
  summary: [],
  avatars: [],
  media: ['cards', 'pages'],
};

/** Returns the texts that the element needs for a widget of this type and with these settings. */
export function stringsFor(type: WidgetType, { layout }: Pick<Settings, 'layout'>): readonly ElementText[] {
  // A badge or faces can open a dialog with reviews.
  const parts: readonly ElementPart[] = layout['link'] === 'dialog' ? ['cards', 'pages'] : PARTS[type];
  return parts.flatMap((part) => ELEMENT_STRINGS[part]);
}

/** Returns those texts in the language of the widget. */
export function elementStrings(
  strings: Strings,
  type: WidgetType,
  settings: Pick<Settings, 'layout'>,
): ElementStrings {
  const sent = stringsFor(type, settings).map((key) => [key, strings(key)]);
  return Object.fromEntries(sent) as ElementStrings;
}
