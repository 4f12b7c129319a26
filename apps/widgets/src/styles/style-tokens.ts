import type { Settings } from '../settings/settings';
import { hasOwnColours } from '../settings/themes';
import type { WidgetType } from '../settings/widget-types';

/** The custom property of each colour setting. */
const COLOURS = {
  background: 'background',
  card_background: 'card',
  text_color: 'text',
  muted_color: 'muted',
  border_color: 'border',
  star_color: 'star',
  accent_color: 'accent',
} as const;

/** The width below which `hide_on_mobile` hides a widget. */
const MOBILE_PX = 640;

const FLOATING: readonly WidgetType[] = ['floating', 'popup'];
const SMALL: readonly WidgetType[] = ['badge', 'avatars'];

/** Returns the class names of the root besides its type and colour scheme. */
export function rootClasses({ style, layout }: Settings): string {
  const isFlat = !style.border && style.shadow === 'none' && style.card_background === null;
  const classes = [
    style.font === 'inherit' && 'inherit',
    style.border && 'bordered',
    style.shadow === 'large' && 'shadow-large',
    isFlat && 'flat',
    layout.align && layout.align !== 'start' && `align-${layout.align}`,
  ];
  return classes.filter(Boolean).join(' ');
}

/** Returns the rules that the settings of one widget write. The values are validated when the settings are stored. */
export function settingRules(type: WidgetType, settings: Settings): string {
  const { style } = settings;
  const scope = hasOwnColours(style.theme) ? '.rv.light' : '.rv';
  const entries = Object.entries(COLOURS) as [keyof typeof COLOURS, string][];
  const colours = entries.map(([key, name]): Token => [name, style[key]]);
  return [
    rule(scope, colours),
    rule('.rv', tokensOf(type, settings)),
    SHADOWS[style.shadow],
    ...groundRules(type, settings),
    ...layoutRules(settings),
  ].join('');
}

const SHADOWS: Readonly<Record<Settings['style']['shadow'], string>> = {
  none: '',
  small: '.rv{--shadow:0 1px 2px #0000000d}',
  large: '.rv{--shadow:inset 0 0 0 1px #0000000d,0 2px 4px #0000000a,0 18px 28px -16px #0000002e}',
};

type Token = [name: string, value: string | number | null | undefined | false];

function rule(selector: string, tokens: Token[]): string {
  const known = tokens.filter(([, value]) => value !== null && value !== undefined && value !== false);
  if (known.length === 0) return '';
  return `${selector}{${known.map(([name, value]) => `--rv-${name}:${value}`).join(';')}}`;
}

/** A value that the default of the style sheet has already is left out. */
function tokensOf(type: WidgetType, { style, card, layout }: Settings): Token[] {
  const px = (value: unknown): string | null => (typeof value === 'number' ? `${value}px` : null);
  return [
    ['font', style.font !== 'inherit' && style.font],
    ['font-size', style.font_size !== 16 && px(style.font_size)],
    ['max-width', px(style.max_width)],
    ['radius', style.radius !== 12 && px(style.radius)],
    ['gap', style.gap !== 16 && px(style.gap)],
    ['lines', card.max_lines !== 5 && card.max_lines],
    ['desktop', layout.columns?.desktop],
    ['tablet', layout.columns?.tablet],
    ['mobile', layout.columns?.mobile],
    ['peek', layout.peek === true && '24px'],
    ['card-width', px(layout.card_width)],
    ['duration', typeof layout.duration_s === 'number' && `${layout.duration_s}s`],
    ['direction', layout.direction === 'end' && 'reverse'],
    ['fade', layout.fade_edges === false && 'none'],
    ['face', px(layout.face_size)],
    ['overlap', px(layout.overlap)],
    ['drawer', px(layout.drawer_width)],
    ['at', FLOATING.includes(type) && inset(layout)],
    ['z', layout.z_index as number | undefined],
  ];
}

/** Returns the distances from the top, right, bottom and left of the screen. */
function inset({ position, offset_x: x, offset_y: y }: Settings['layout']): string {
  const [edge, side] = String(position).split('-');
  const vertical = edge === 'top' ? [`${Number(y)}px`, 'auto'] : ['auto', `${Number(y)}px`];
  const horizontal = side === 'left' ? ['auto', `${Number(x)}px`] : [`${Number(x)}px`, 'auto'];
  return `${vertical[0]} ${horizontal[0]} ${vertical[1]} ${horizontal[1]}`;
}

/** A painted ground has a margin around its content. */
function groundRules(type: WidgetType, { style }: Settings): string[] {
  if (FLOATING.includes(type) || /^(transparent|none)$/i.test(style.background ?? '')) return [];
  const padding = SMALL.includes(type) ? '8px 12px' : '24px';
  const ground = `{padding:${padding};border-radius:var(--r)}`;
  if (style.background !== null && !hasOwnColours(style.theme)) return [`.rv${ground}`];
  const light = style.background === null ? [] : [`.rv.light${ground}`];
  return [...light, `.rv.dark${ground}@media (prefers-color-scheme:dark){.rv.auto${ground}}`];
}

function layoutRules({ layout, behavior, style }: Settings): string[] {
  const rules: [boolean, string][] = [
    // What names the width that a widget would like to have, see fluid.css.
    [style.max_width !== null, `:host::before{max-width:${style.max_width}px!important}`],
    [layout.equal_height === false, '.list{align-items:start}'],
    [layout.orientation === 'row', '.overview{grid-template-columns:auto 1fr}'],
    [layout.orientation === 'column', '.overview{grid-template-columns:1fr}'],
    [layout.hide_on_mobile === true, `@media (max-width:${MOBILE_PX}px){:host{display:none!important}}`],
    [!behavior.animate, '.rv,.rv *{animation:none!important;transition:none!important}'],
  ];
  return rules.filter(([applies]) => applies).map(([, text]) => text);
}
