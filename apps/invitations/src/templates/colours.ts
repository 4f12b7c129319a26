import { contrastOf, readableOn, textOn } from '../brand/contrast';

/** Below it, a button does not stand out from what is behind it. */
const MIN_EDGE_CONTRAST = 1.5;

/** The colours that are behind the content of mails, for bright and for dark screens. */
export const SURFACES = { light: '#ffffff', dark: '#1b1f27' } as const;

/** The colours that follow from the one colour of a settings profile. */
export interface Palette {
  /** The colour itself. */
  brand: string;
  /** Text on it. */
  onBrand: string;
  /** The edge of an area in that colour. Differs from it only if the area would not stand out. */
  edge: string;
  /** Text in this colour on a bright and on a dark surface, changed as far as reading demands. */
  link: string;
  linkOnDark: string;
}

export function paletteOf(color: string): Palette {
  const brand = color.toLowerCase();
  const blends = Object.values(SURFACES).some((surface) => contrastOf(brand, surface) < MIN_EDGE_CONTRAST);
  return {
    brand,
    onBrand: textOn(brand),
    edge: blends ? '#8b93a1' : brand,
    link: readableOn(SURFACES.light, brand),
    linkOnDark: readableOn(SURFACES.dark, brand),
  };
}
