/** A part of each column. */
export interface Layer {
  name: string;
  values: readonly number[];
  total: number;
  /** 1 to 5 in the order of the stack, 6 for all others. */
  color: number;
}

/** A layer within one column, in values from the bottom. */
export interface Block {
  layer: Layer;
  from: number;
  to: number;
}

/** The series that have a colour of their own. */
const MAX_LAYERS = 5;
const OTHER_COLOR = 6;

/**
 * Returns the layers of stacked columns, the largest first, which is the lowest. Series without any value are left out. Of
 * more than five series the smallest are one layer with the name `other`.
 */
export function stackLayers(series: Readonly<Record<string, readonly number[]>>, other: string): Layer[] {
  const all = Object.entries(series)
    .map(([name, values]) => ({ name, values, total: sum(values) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
  const own = all.slice(0, MAX_LAYERS).map((layer, at) => ({ ...layer, color: at + 1 }));
  const rest = all.slice(MAX_LAYERS);
  const [first] = rest;
  if (!first) return own;
  const values = first.values.map((_, at) => sum(rest.map((layer) => layer.values[at] ?? 0)));
  const name = rest.length === 1 ? first.name : other;
  return [...own, { name, values, total: sum(values), color: OTHER_COLOR }];
}

/** Returns the blocks of one column from bottom to top. */
export function blocksAt(layers: readonly Layer[], at: number): Block[] {
  let height = 0;
  return layers.flatMap((layer) => {
    const from = height;
    height += layer.values[at] ?? 0;
    return height > from ? [{ layer, from, to: height }] : [];
  });
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
