import type { Json } from './json-paths';

/**
 * The values of `style` that each theme sets. The service merges them between the defaults of the type and the settings of
 * the widget. Themes that are missing here set none.
 */
export const THEME_VALUES: Readonly<Record<string, Json>> = {
  minimal: { star_color: '#16191f', radius: 0, gap: 32, border: false, shadow: 'none' },
  soft: {
    text_color: '#2b2622',
    muted_color: '#685f57',
    card_background: '#f7f3ed',
    border_color: '#ebe4da',
    star_color: '#c2620c',
    radius: 20,
    border: false,
    shadow: 'none',
  },
  contrast: {
    text_color: '#000000',
    muted_color: '#3d3d3d',
    border_color: '#000000',
    star_color: '#8a4600',
    radius: 4,
    shadow: 'none',
  },
};
