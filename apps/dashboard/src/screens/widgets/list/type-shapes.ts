/** A rectangle of a drawing: what it stands for, place, size and the radius of its corners. */
export type Shape =
  | { as: ShapeClass; x: number; y: number; width: number; height: number; radius: number }
  | { as: ShapeClass; path: string }
  | { as: 'face'; cx: number; cy: number; r: number };
export type ShapeClass = 'card' | 'accent-card' | 'page' | 'line' | 'stars' | 'dark' | 'arrow' | 'quote';

function rect(as: ShapeClass, [x, y, width, height]: readonly number[], radius = 1.5): Shape {
  return { as, x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0, radius };
}

/** A card with stars and lines of text, the last of which is short. */
function card(x: number, y: number, width: number, height: number, lines: number): Shape[] {
  const inner = width - 10;
  return [
    rect('card', [x, y, width, height], 3),
    rect('stars', [x + 5, y + 6, 18, 3]),
    ...Array.from({ length: lines }, (_, at) =>
      rect('line', [x + 5, y + 13 + at * 5, at === lines - 1 ? inner * 0.6 : inner, 2]),
    ),
  ];
}

function page(): Shape[] {
  return [
    rect('page', [14, 8, 132, 84], 4),
    rect('line', [24, 18, 50, 3]),
    ...[90, 82, 96].map((width, at) => rect('line', [24, 26 + at * 6, width, 2])),
  ];
}

function bars(x: number, y: number, shares: readonly number[]): Shape[] {
  return shares.flatMap((share, at) => [
    rect('page', [x, y + at * 10, 66, 5]),
    rect('stars', [x, y + at * 10, share, 5]),
  ]);
}

const COLUMNS = [20, 61, 102] as const;
const TILES = ['line', 'page', 'page', 'line', 'page', 'page', 'line', 'page'] as const;

/** What a widget of each type looks like, in a drawing of 160 by 100. */
export const TYPE_SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  carousel: [
    ...COLUMNS.flatMap((x) => card(x, 24, 38, 46, 4)),
    { as: 'arrow', path: 'm13 44-4 4 4 4M147 44l4 4-4 4' },
  ],
  grid: [14, 52].flatMap((y) => COLUMNS.flatMap((x) => card(x, y, 38, 34, 2))),
  masonry: [
    ...card(20, 12, 38, 44, 4),
    ...card(20, 60, 38, 28, 1),
    ...card(61, 12, 38, 28, 1),
    ...card(61, 44, 38, 44, 4),
    ...card(102, 12, 38, 36, 3),
    ...card(102, 52, 38, 36, 3),
  ],
  list: [
    rect('dark', [24, 12, 26, 14], 2),
    ...[78, 56, 34].map((width, at) => rect('stars', [58, 12 + at * 5, width, 3])),
    ...[92, 80, 68].flatMap((width, at) => [
      rect('line', [24, 34 + at * 20, 10, 10], 5),
      rect('stars', [40, 35 + at * 20, 18, 3]),
      rect('line', [40, 42 + at * 20, width, 2]),
    ]),
  ],
  spotlight: [
    rect('card', [36, 18, 88, 58], 4),
    {
      as: 'quote',
      path: 'M46 36c0-5 3-8 7-9v3c-2 1-3 2-3 4h3v6h-7zM57 36c0-5 3-8 7-9v3c-2 1-3 2-3 4h3v6h-7z',
    },
    rect('line', [46, 47, 68, 3]),
    rect('line', [46, 54, 50, 3]),
    rect('stars', [46, 64, 22, 3]),
    rect('dark', [72, 84, 4, 4], 2),
    rect('line', [79, 84, 4, 4], 2),
    rect('line', [86, 84, 4, 4], 2),
  ],
  marquee: [
    ...[-12, 36, 84, 132].flatMap((x) => card(x, 30, 44, 36, 3)),
    { as: 'arrow', path: 'M76 78v8M84 78v8' },
  ],
  badge: [
    rect('card', [44, 30, 72, 40], 5),
    rect('dark', [53, 40, 20, 20], 3),
    rect('stars', [80, 42, 28, 4]),
    rect('line', [80, 51, 22, 3]),
  ],
  summary: [
    rect('dark', [24, 28, 34, 26], 3),
    rect('stars', [24, 60, 34, 4]),
    ...bars(72, 26, [56, 34, 14, 8, 6]),
  ],
  avatars: [
    ...[42, 57, 72, 87, 102].map((cx): Shape => ({ as: 'face', cx, cy: 42, r: 11 })),
    rect('stars', [46, 64, 28, 4]),
    rect('line', [80, 64, 34, 4]),
  ],
  media: [
    ...TILES.map((as, at) => rect(as, [22 + (at % 4) * 30, at < 4 ? 20 : 50, 27, 27], 3)),
    { as: 'dark', path: 'm62 30 7 4-7 4z' },
  ],
  floating: [
    ...page(),
    rect('accent-card', [98, 60, 40, 26], 5),
    rect('stars', [104, 66, 14, 4]),
    rect('line', [104, 74, 26, 3]),
  ],
  popup: [
    ...page(),
    rect('accent-card', [22, 58, 60, 26], 5),
    rect('line', [28, 64, 12, 12], 6),
    rect('stars', [45, 65, 18, 3]),
    rect('line', [45, 72, 30, 2]),
    { as: 'arrow', path: 'm74 62 4 4M78 62l-4 4' },
  ],
};
