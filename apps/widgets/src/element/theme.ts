import type { PublicWidget } from '../public-json/public-widget';
import css from './element.css';

const LENGTHS = ['radius', 'gap', 'font_size', 'max_width'] as const;
const COLOURS = {
  background: 'background',
  card_background: 'card',
  text_color: 'text',
  muted_color: 'muted',
  border_color: 'border',
  star_color: 'star',
  accent_color: 'accent',
} as const;

let base: CSSStyleSheet | undefined;

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Returns the style sheet that all widgets of the page share, followed by the custom CSS of this widget. */
export function sheetsFor({ settings }: PublicWidget): CSSStyleSheet[] {
  base ??= sheetOf(css);
  return settings.style.custom_css ? [base, sheetOf(settings.style.custom_css)] : [base];
}

/**
 * Sets the style settings as custom properties. A setting that is null keeps the value of the theme, or of the page's own
 * `--rv-…` property.
 */
export function applyTheme(root: HTMLElement, data: PublicWidget, theme: string | null): void {
  const { style, card, behavior } = data.settings;
  const set = (name: string, value: string | number | null): void => {
    if (value !== null) root.style.setProperty(`--rv-${name}`, String(value));
  };
  for (const [key, name] of Object.entries(COLOURS)) set(name, style[key as keyof typeof COLOURS]);
  for (const name of LENGTHS) set(name.replace('_', '-'), style[name] === null ? null : `${style[name]}px`);
  set('lines', card.max_lines);
  const inherits = style.font === 'inherit';
  if (!inherits) set('font', style.font);
  root.className = [
    'rv',
    theme ?? style.theme,
    inherits && 'inherit',
    `shadow-${style.shadow}`,
    style.border && 'bordered',
    behavior.animate && 'animate',
  ]
    .filter(Boolean)
    .join(' ');
}
