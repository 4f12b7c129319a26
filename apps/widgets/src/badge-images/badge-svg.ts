import { escapeHtml } from '@plaudit/runtime';
import { filledWidth, FIVE_STARS, STARS_WIDTH } from '../layouts/icons';
import { decimal, type DrawnText, drawLabel, drawNumber } from './outlines';

export const BADGE_THEMES = ['light', 'dark'] as const;
export type BadgeTheme = (typeof BADGE_THEMES)[number];

/** `badge` is for mails and pages; `card` has the size that social networks show with a link. */
export const BADGE_SIZES = ['badge', 'card'] as const;
export type BadgeSize = (typeof BADGE_SIZES)[number];

export const BADGE_WIDTH = 240;
export const BADGE_HEIGHT = 72;
/** A PNG badge has twice as many pixels, for sharp screens. */
export const BADGE_SCALE = 2;
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
const CARD_SCALE = 4;

interface Palette {
  ground: string;
  card: string;
  border: string;
  text: string;
  muted: string;
  star: string;
  /** The stars that the rating does not reach. */
  off: string;
}

/** The tokens of the widgets, without transparency. */
const PALETTES: Readonly<Record<BadgeTheme, Palette>> = {
  light: {
    ground: '#ffffff',
    card: '#ffffff',
    border: '#e4e6ea',
    text: '#16191f',
    muted: '#5b6270',
    star: '#d27200',
    off: '#d7d8d9',
  },
  dark: {
    ground: '#0f1115',
    card: '#181b21',
    border: '#2c3038',
    text: '#eceef2',
    muted: '#a1a8b5',
    star: '#f5b83d',
    off: '#3c3f44',
  },
};

export interface BadgeFacts {
  language: string;
  direction: 'ltr' | 'rtl';
  /** From 1 to 5, or null if there is none. */
  rating: number | null;
  /** "215 reviews". */
  label: string;
  /** Takes the place of a label with characters that cannot be drawn. */
  plainLabel: string;
  /** What a screen reader says. */
  description: string;
}

export interface BadgeForm {
  theme: BadgeTheme;
  size: BadgeSize;
  /** True for an image format whose corners must not be transparent. */
  isOpaque: boolean;
  /** The owner's colour of stars, or null for that of the theme. */
  starColor: string | null;
}

/** An image that shows nothing. */
export const BLANK_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
/** The same as one transparent pixel. */
export const BLANK_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQImWNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns a badge with the rating, five stars and the number of reviews. All texts are paths. */
export function badgeSvg(facts: BadgeFacts, form: BadgeForm): string {
  const { theme, size, isOpaque, starColor } = form;
  const palette = { ...PALETTES[theme], ...(starColor === null ? {} : { star: starColor }) };
  const content = contentOf(facts, palette);
  const isCard = size === 'card';
  const [width, height] = isCard ? [CARD_WIDTH, CARD_HEIGHT] : [BADGE_WIDTH, BADGE_HEIGHT];
  const ground = `<rect width="${width}" height="${height}" fill="${isCard ? palette.card : palette.ground}"/>`;
  const frame = `<rect x=".5" y=".5" width="${BADGE_WIDTH - 1}" height="${BADGE_HEIGHT - 1}" rx="11.5" fill="${palette.card}" stroke="${palette.border}"/>`;
  const left = (CARD_WIDTH - BADGE_WIDTH * CARD_SCALE) / 2;
  const top = (CARD_HEIGHT - BADGE_HEIGHT * CARD_SCALE) / 2;
  const description = escapeHtml(facts.description);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${description}">`,
    `<title>${description}</title>`,
    isOpaque || isCard ? ground : '',
    isCard ? `<g transform="translate(${left} ${top}) scale(${CARD_SCALE})">${content}</g>` : frame + content,
    '</svg>',
  ].join('');
}

const PADDING = 16;
const GAP = 14;
const NUMBER_SIZE = 34;
const NUMBER_BASE = 48;
const LABEL_SIZE = 13;
const LABEL_BASE = 55;
const STARS_TOP = 16;
/** A star is 20 units wide and high. */
const STARS_SCALE = 20 / 24;
const ROW_WIDTH = STARS_WIDTH * STARS_SCALE;

/** Places the number beside the stars and the label, in the middle of the badge. From right to left it is mirrored. */
function contentOf({ language, direction, rating, label, plainLabel }: BadgeFacts, palette: Palette): string {
  const text = drawLabel(label, direction) ?? drawLabel(plainLabel, direction);
  const number = rating === null ? null : drawNumber(numberText(rating, language));
  const lead = number ? number.width * NUMBER_SIZE + GAP : 0;
  const room = BADGE_WIDTH - 2 * PADDING - lead;
  const labelWidth = Math.min((text?.width ?? 0) * LABEL_SIZE, room);
  const column = Math.max(number ? ROW_WIDTH : 0, labelWidth);
  const start = (BADGE_WIDTH - lead - column) / 2;
  const place = (offset: number, width: number): number =>
    direction === 'rtl' ? BADGE_WIDTH - start - offset - width : start + offset;
  const labelSize = text ? Math.min(LABEL_SIZE, room / text.width) : LABEL_SIZE;
  const labelBase = number ? LABEL_BASE : BADGE_HEIGHT / 2 + LABEL_SIZE / 3;
  return [
    number && inColor(palette.text, number, [place(0, lead - GAP), NUMBER_BASE, NUMBER_SIZE]),
    rating !== null && stars(rating, palette, place(lead, ROW_WIDTH), direction),
    text && inColor(palette.muted, text, [place(lead, labelWidth), labelBase, labelSize]),
  ]
    .filter(Boolean)
    .join('');
}

function inColor(color: string, text: DrawnText, [x, y, size]: [number, number, number]): string {
  return `<g fill="${escapeHtml(color)}">${text.svg(x, y, size)}</g>`;
}

/** Returns the rating as the widget writes it, always with the digits that the outlines have. */
function numberText(rating: number, language: string): string {
  return rating.toLocaleString(`${language}-u-nu-latn`, { maximumFractionDigits: 1 });
}

/** The right part of the grey stars is uncovered. An inner `svg` cuts its content off at its edge. */
function stars(rating: number, { star, off }: Palette, left: number, direction: string): string {
  const mirrored = direction === 'rtl' ? ` translate(${STARS_WIDTH}) scale(-1 1)` : '';
  const five = (color: string): string =>
    `<path d="${FIVE_STARS}" fill="${escapeHtml(color)}" stroke="${escapeHtml(color)}" stroke-width="1.5" stroke-linejoin="round"/>`;
  return [
    `<g transform="translate(${decimal(left)} ${STARS_TOP}) scale(${decimal(STARS_SCALE)})${mirrored}">`,
    five(off),
    `<svg width="${decimal(filledWidth(rating))}" height="24" overflow="hidden">${five(star)}</svg>`,
    '</g>',
  ].join('');
}
