import { ownValue } from '@plaudit/contracts/own-value';
import { dirtyPaths } from '../draft/draft';
import { asText, type Json, type Path, valueAt } from '../draft/json-paths';

/** The custom property of the element that each of these settings sets, and its unit. */
const PROPERTIES: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  'style.background': ['background', ''],
  'style.card_background': ['card', ''],
  'style.text_color': ['text', ''],
  'style.muted_color': ['muted', ''],
  'style.border_color': ['border', ''],
  'style.star_color': ['star', ''],
  'style.accent_color': ['accent', ''],
  'style.font_size': ['font-size', 'px'],
  'style.radius': ['radius', 'px'],
  'style.gap': ['gap', 'px'],
  'style.max_width': ['max-width', 'px'],
  'card.max_lines': ['lines', ''],
  'layout.columns.desktop': ['desktop', ''],
  'layout.columns.tablet': ['tablet', ''],
  'layout.columns.mobile': ['mobile', ''],
  'layout.card_width': ['card-width', 'px'],
  'layout.face_size': ['face', 'px'],
  'layout.overlap': ['overlap', 'px'],
};

/** A value that ends the rule could add others. The service refuses it, so the preview waits for the service. */
const PLAIN = /^[^;{}<>]{0,200}$/;

/** Returns the settings that differ, or null if they are too many to be drawn without the service. */
function drawable(drawn: Json, wished: Json): Path[] | null {
  const paths = dirtyPaths(drawn, wished);
  const known = paths.every((path) => {
    const value = valueAt(wished, path);
    return Object.hasOwn(PROPERTIES, path.join('.')) && PLAIN.test(asText(value));
  });
  return known ? paths : null;
}

/** Returns true if the element can show the change without new data. */
export function isStyleOnly(drawn: Json, wished: Json): boolean {
  return drawable(drawn, wished) !== null;
}

/**
 * Returns the rules that show `wished` on a widget whose style sheet is that of `drawn`, or an empty text if the service must
 * draw it. A setting without a value takes that of the theme.
 */
export function styleOverlay(drawn: Json, wished: Json): string {
  const paths = drawable(drawn, wished) ?? [];
  const rules = paths.map((path) => {
    const [name, unit] = ownValue(PROPERTIES, path.join('.')) ?? ['', ''];
    const value = valueAt(wished, path);
    const text = asText(value);
    return `--rv-${name}:${text === '' ? 'initial' : text + unit}`;
  });
  // Three classes win over the two of a rule of a theme.
  return rules.length > 0 ? `.rv.rv.rv{${rules.join(';')}}` : '';
}
