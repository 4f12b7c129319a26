import type { PublicReview } from '../public-json/public-widget';
import type { Settings } from '../settings/settings';
import { emOf, type Measure, type MeasuredReview, SMALL, stacked, TABLET, wrapped } from './measure';
import { type MeasuredText, textWidth } from './text-width';

/** The content of a card: its width, and what differs between the types. */
export interface CardContent {
  settings: Settings;
  /** Without the padding of the card. */
  width: number;
  /** The font size of the text in px, and the height of a line of it. */
  text: { size: number; line: number; width: number };
  /** Between the parts of the body, and above the author. */
  gap: number;
  above: number;
  face: number;
  /** Returns the height of photos in a row of this width. */
  photos: (count: number, width: number) => number;
}

export interface CardForm {
  /** The width of the whole card. */
  width: number;
  padding: readonly [block: number, inline: number];
  content?: Partial<CardContent>;
}

/** How much wider letters are in a name. */
const BOLD = 1.08;
/** The width of "Verified" and its tick, and of "Mar 13, 2026", in em of the small text. */
const VERIFIED = 5.5;
const DATE = 6.6;
/** The letters of a platform in px, with the gap beside them. */
const MARK = 24;
const THUMB = 72;
const SMALL_THUMB = 64;

/** Returns the height of a card with its author below its text. */
export function cardHeight(measure: Measure, review: MeasuredReview, form: CardForm): number {
  const { edge, block, inline } = edges(measure, form.padding);
  const content = contentOf(measure, form.width - 2 * inline, form.content);
  return block + edge + stacked([bodyHeight(review, content), authorHeight(review, content)], content.above);
}

export function contentOf(measure: Measure, width: number, own: Partial<CardContent> = {}): CardContent {
  const size = emOf(measure) * 0.9375;
  const { settings } = measure;
  return {
    settings,
    width,
    text: { size, line: 1.6, width: 44 * size },
    gap: 12,
    above: 20,
    face: 40,
    photos: photoRow,
    ...own,
  };
}

/** Returns the vertical padding and borders of a card, and the horizontal ones of each side. */
export function edges(
  { settings: { style } }: Measure,
  [block, inline]: readonly [number, number],
): { edge: number; block: number; inline: number } {
  const isFlat = !style.border && style.shadow === 'none' && style.card_background === null;
  if (isFlat) return { edge: 1, block: 20, inline: 0 };
  return { edge: style.border ? 2 : 0, block: 2 * block, inline: inline + (style.border ? 1 : 0) };
}

export function cardPadding(measure: Measure): readonly [number, number] {
  const px = measure.width >= TABLET * emOf(measure) ? 24 : 20;
  return [px, px];
}

/** Returns the height of the photos in a card: up to four squares of at most 72 px in a row, or smaller ones in several rows. */
function photoRow(count: number, width: number): number {
  if (count <= 4) return Math.min(THUMB, (width - 8 * (count - 1)) / count);
  const inRow = Math.max(1, Math.floor((width + 8) / (SMALL_THUMB + 8)));
  return stacked(
    Array.from({ length: Math.ceil(count / inRow) }, () => SMALL_THUMB),
    8,
  );
}

export function bodyHeight({ review, text, reply }: MeasuredReview, content: CardContent): number {
  const { settings, width, gap } = content;
  const em = settings.style.font_size;
  const small = em * SMALL;
  const photos = review.media.length;
  return stacked(
    [
      settings.layout.quote_mark ? 28 : 0,
      topHeight(review, content),
      textHeight(review, text, content),
      review.translated && settings.card.show_translation_note ? small * 1.5 : 0,
      photos > 0 ? content.photos(photos, width) : 0,
      reply ? 24 + em * 0.875 * 1.5 * (1 + reply.lines((width - 28) / (em * 0.875))) : 0,
    ],
    gap,
  );
}

function topHeight({ rating, date }: PublicReview, { settings, width }: CardContent): number {
  const em = settings.style.font_size;
  const stars = [em * 1.125 * 5, em * 1.125] as const;
  const day = [em * SMALL * DATE, em * SMALL * 1.5] as const;
  return wrapped([...(rating === null ? [] : [stars]), ...(date ? [day] : [])], width, [4, 10]);
}

function textHeight(review: PublicReview, text: MeasuredText, content: CardContent): number {
  const { settings, text: font } = content;
  const em = settings.style.font_size;
  if (review.text === '') return review.rating === null ? 0 : em * SMALL * 1.5;
  const { max_lines: most, read_more: way } = settings.card;
  const lines = text.lines(Math.min(content.width, font.width) / font.size, most);
  const isCut = way !== 'none' && (lines > most || review.cut);
  return Math.min(lines, most) * font.size * font.line + (isCut ? em * 1.5 + 4 : 0);
}

export function authorHeight(
  { review, name }: MeasuredReview,
  { settings, width, face }: CardContent,
): number {
  const { show_avatar: picture, show_name: showsName } = settings.card;
  const em = settings.style.font_size;
  const small = em * SMALL;
  const room = Math.max(width - (picture ? face + 12 : 0), em);
  const nameSize = em * 0.9375;
  const label = review.label ?? '';
  const source = [MARK + small * textWidth(label), small * 1.5] as const;
  const verified = [small * VERIFIED, small * 1.5] as const;
  const details = [...(label ? [source] : []), ...(review.verified ? [verified] : [])];
  const words =
    (showsName ? name.lines(room / (nameSize * BOLD)) * nameSize * 1.35 : 0) +
    wrapped(details, room, [4, 10]);
  return Math.max(picture ? face : 0, words);
}
