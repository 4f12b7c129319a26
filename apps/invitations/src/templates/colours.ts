const WHITE = '#ffffff';
/** Text on light colours. Black is needed only for a few colours of medium brightness. */
const DARK_TEXTS = ['#111827', '#000000'];
/** The least contrast of text by WCAG 2.2, level AA. */
const MIN_TEXT_CONTRAST = 4.5;
/** Below it, a button does not stand out from what is behind it. */
const MIN_EDGE_CONTRAST = 1.5;

/** The colours that are behind the content of mails, for bright and for dark screens. */
export const SURFACES = { light: WHITE, dark: '#1b1f27' } as const;

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
  const blends = Object.values(SURFACES).some((surface) => contrast(brand, surface) < MIN_EDGE_CONTRAST);
  return {
    brand,
    onBrand: textOn(brand),
    edge: blends ? '#8b93a1' : brand,
    link: readable(brand, SURFACES.light, '#000000'),
    linkOnDark: readable(brand, SURFACES.dark, WHITE),
  };
}

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, brighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (brighter + 0.05) / (darker + 0.05);
}

/** White text is preferred where it can be read, because that is what people expect on a coloured button. */
function textOn(background: string): string {
  const texts = [WHITE, ...DARK_TEXTS];
  return texts.find((text) => contrast(text, background) >= MIN_TEXT_CONTRAST) ?? '#000000';
}

/** Mixes the colour with `towards` until it can be read on the surface. */
function readable(color: string, surface: string, towards: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, towards, share);
    if (contrast(mixed, surface) >= MIN_TEXT_CONTRAST) return mixed;
  }
  return towards;
}

function mix(color: string, other: string, share: number): string {
  const second = channelsOf(other);
  const mixed = channelsOf(color).map((value, at) =>
    Math.round(value + ((second[at] ?? value) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
