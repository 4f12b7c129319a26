import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import type { Strings } from './locale';
import { ELEMENT_STRINGS, type ElementStrings, type ElementText } from './string-keys';

/** The parts that the element draws or changes itself. Each has its own texts; all other texts are in the widget already. */
const TEXTS = {
  cards: [
    'rated',
    'no_text',
    'read_more',
    'read_less',
    'anonymous',
    'verified',
    'translated',
    'reply',
    'view_on',
    'open_media',
    'close',
    'previous',
    'next',
  ],
  pages: ['shown', 'no_match', 'loading', 'load_failed'],
  motion: ['pause', 'play'],
} as const satisfies Record<string, readonly ElementText[]>;

type Part = keyof typeof TEXTS;

const PARTS: Readonly<Record<WidgetType, readonly Part[]>> = {
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
  const parts: readonly Part[] = layout['link'] === 'dialog' ? ['cards', 'pages'] : PARTS[type];
  const used = new Set<ElementText>(parts.flatMap((part) => TEXTS[part]));
  return ELEMENT_STRINGS.filter((key) => used.has(key));
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
