import type { Settings } from './settings';

/** The settings that the element in the browser reads. All others are in the tree and the style sheet that it gets. */
const READ = {
  layout: [
    'quote_mark',
    'transition',
    'rows',
    'types',
    'shape',
    'show_author',
    'face_size',
    'max_faces',
    'position',
    'open',
    'start_open',
    'delay_ms',
    'duration_ms',
    'gap_ms',
    'max_per_visit',
    'dismissible',
  ],
  card: ['align', 'show_avatar', 'show_name', 'date_format', 'show_translation_note', 'read_more'],
  behavior: ['autoplay', 'interval_ms', 'pause_on_hover', 'loop', 'animate', 'lightbox', 'links_new_tab'],
} as const;

type Read<Block extends keyof typeof READ> = (typeof READ)[Block][number];

export interface ElementSettings {
  layout: Partial<Pick<Settings['layout'], Read<'layout'>>>;
  card: Pick<Settings['card'], Read<'card'>>;
  behavior: Pick<Settings['behavior'], Read<'behavior'>>;
}

export function elementSettings({ layout, card, behavior }: Settings): ElementSettings {
  return {
    layout: picked(layout, READ.layout),
    card: picked(card, READ.card),
    behavior: picked(behavior, READ.behavior),
  };
}

/** Returns the keys that the object has. The layouts of the types have different ones. */
function picked<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]])) as Pick<
    T,
    K
  >;
}
