import {
  authorHeight,
  bodyHeight,
  cardHeight,
  cardPadding,
  type CardForm,
  contentOf,
  edges,
} from './card-height';
import { configuredColumns, emOf, type Measure, RAIL, stacked } from './measure';

/** The height of a row of a packed list, of which a card fills several. */
const MASONRY_ROW = 4;

export function rowHeight(measure: Measure): number {
  return tallest(measure, { width: columnsOf(measure, true).width, padding: cardPadding(measure) });
}

export function rowsHeight(measure: Measure): number {
  const { count, width } = columnsOf(measure);
  const form = { width, padding: cardPadding(measure) };
  const heights = measure.reviews.map((review) => cardHeight(measure, review, form));
  const rows = Array.from({ length: Math.ceil(heights.length / count) }, (_, row) =>
    Math.max(...heights.slice(row * count, (row + 1) * count)),
  );
  return stacked(rows, measure.settings.style.gap);
}

/** Cards of natural height, each in the column that has room first. */
export function packedHeight(measure: Measure): number {
  const { count, width } = columnsOf(measure);
  const { gap } = measure.settings.style;
  const photos = (n: number, room: number): number => (n === 1 ? room * 0.75 : (room - 8 * (n - 1)) / n);
  const form = { width, padding: cardPadding(measure), content: { photos } };
  const ends = Array.from({ length: count }, () => 0);
  for (const review of measure.reviews) {
    const column = ends.indexOf(Math.min(...ends));
    const height = cardHeight(measure, review, form) + gap;
    ends[column] = (ends[column] as number) + Math.ceil(height / MASONRY_ROW) * MASONRY_ROW;
  }
  return Math.max(0, Math.max(...ends) - gap);
}

export function feedHeight(measure: Measure): number {
  const { settings, reviews, width } = measure;
  const em = emOf(measure);
  const isPlain = settings.layout.divider !== 'card';
  const [block, inline] = isPlain ? [24, 0] : cardPadding(measure);
  const edge = edges(measure, [block, inline]);
  const room = width - 2 * (isPlain ? 0 : edge.inline);
  const hasRail = width >= RAIL * em;
  const body = contentOf(measure, hasRail ? room - 14 * em - 32 : room);
  const author = contentOf(measure, hasRail ? 14 * em : room);
  const cards = reviews.map((review) => {
    const parts = [bodyHeight(review, body), authorHeight(review, author)];
    return (
      (isPlain ? 2 * block : edge.block + edge.edge) +
      (hasRail ? Math.max(...parts) : stacked(parts, body.above))
    );
  });
  const lines = settings.layout.divider === 'line' ? Math.max(0, cards.length - 1) : 0;
  return stacked(cards, isPlain ? 0 : settings.style.gap) + lines;
}

export function spotlightHeight(measure: Measure): number {
  const { width } = measure;
  const em = emOf(measure);
  const between = (least: number, value: number, most: number): number =>
    Math.min(most, Math.max(least, value));
  const size = between(1.125 * em, 0.9 * em + 0.014 * width, 1.625 * em);
  const padding = [between(28, 0.05 * width, 56), between(20, 0.06 * width, 72)] as const;
  const text = { size, line: 1.45, width: 34 * size };
  return tallest(measure, { width, padding, content: { text, gap: 16, above: 16, face: 48 } });
}

export function lanesHeight(measure: Measure): number {
  const { settings, width, reviews } = measure;
  const { card_width: card, rows } = settings.layout;
  const form = { width: Math.min(Number(card), 0.84 * width), padding: [20, 20] as const };
  const lanes = Math.min(Number(rows), reviews.length);
  const heights = Array.from({ length: lanes }, (_, lane) => {
    const own = reviews.filter((_review, at) => at % lanes === lane);
    return 8 + tallest({ ...measure, reviews: own }, form);
  });
  return stacked(heights, settings.style.gap - 8);
}

export function tilesHeight(measure: Measure): number {
  const { settings, reviews, width } = measure;
  const { types = [], shape } = settings.layout;
  const gap = settings.style.gap / 2;
  const columns = configuredColumns(measure);
  const tiles = reviews.flatMap(({ review }) =>
    review.media.filter(({ type }) => types.includes(type)),
  ).length;
  const tile = (width - (columns - 1) * gap) / columns;
  // The shape of a photo is not known before it loads. Most are wider than high.
  const height = shape === 'natural' ? tile * 0.75 : tile;
  return stacked(
    Array.from({ length: Math.ceil(tiles / columns) }, () => height),
    gap,
  );
}

function tallest(measure: Measure, form: CardForm): number {
  return Math.max(0, ...measure.reviews.map((review) => cardHeight(measure, review, form)));
}

/** Returns the number of columns and the width of one, as `.list` has them. */
function columnsOf(measure: Measure, scrolls = false): { count: number; width: number } {
  const { width, settings, reviews } = measure;
  const { gap } = settings.style;
  const peek = settings.layout['peek'] === true ? 24 : 0;
  const most = configuredColumns(measure);
  const least = Math.min(width, Math.max(15 * emOf(measure), (width - (most - 1) * gap) / most));
  // Cards that need less than the row share all of it.
  const inRow = Math.max(1, Math.floor((width + gap + 0.01) / (least + gap)));
  const count = Math.max(1, Math.min(inRow, reviews.length));
  const shared = (width - (count - 1) * gap) / count;
  return { count, width: scrolls ? Math.max(least - peek, reviews.length <= inRow ? shared : 0) : shared };
}
