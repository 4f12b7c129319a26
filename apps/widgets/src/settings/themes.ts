import { isJsonObject, type JsonObject, mergeSettings } from './settings-merge';
import styles from './theme-styles.json';

export const THEMES = ['light', 'dark', 'auto', 'minimal', 'soft', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** Light and dark colours, or those that the visitor's system prefers. */
export type ColourScheme = 'light' | 'dark' | 'auto';

/** The style settings of each theme. What a theme does not name has the default of the type. */
const STYLES: Readonly<Record<Theme, JsonObject>> = styles;

/** Returns the colour scheme of a theme. The themes with colours of their own are light. */
export function schemeOf(theme: Theme): ColourScheme {
  return theme === 'dark' || theme === 'auto' ? theme : 'light';
}

/** True if the theme has colours of its own, which suit a light scheme only. */
export function hasOwnColours(theme: Theme): boolean {
  return Object.keys(STYLES[theme]).length > 0;
}

/** Returns the defaults with the values of the theme that `settings` choose. An unknown theme changes nothing. */
export function withTheme(defaults: JsonObject, settings: unknown): JsonObject {
  const style = isJsonObject(settings) ? settings['style'] : undefined;
  const theme = isJsonObject(style) ? style['theme'] : undefined;
  const known = THEMES.find((name) => name === theme);
  return known ? mergeSettings(defaults, { style: STYLES[known] }) : defaults;
}
