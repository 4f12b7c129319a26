/** A stage of a funnel and what leads to the next one, in px. */
export interface FunnelPiece {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The path of the slope to the next stage. Empty after the last one. */
  slope: string;
}

const GAP = 3;
/** How much of a stage's width is its bar. The slope to the next one takes the rest. */
const BAR_SHARE = 0.62;
/** A stage that has any is never invisible. */
const MIN_HEIGHT = 1;

/** Returns the stages of a funnel. Heights are shares of the first stage. */
export function funnelPieces(counts: readonly number[], width: number, height: number): FunnelPiece[] {
  const stage = width / Math.max(counts.length, 1);
  const first = Math.max(counts[0] ?? 0, 1);
  const heights = counts.map((count) =>
    count <= 0 ? 0 : Math.max(MIN_HEIGHT, Math.min(1, count / first) * height),
  );
  const bar = stage * BAR_SHARE;
  return heights.map((own, at) => {
    const x = at * stage;
    const y = height - own;
    const next = heights[at + 1];
    const from = x + bar + GAP;
    const to = x + stage - GAP;
    const slope = next === undefined ? '' : `M${from} ${y}L${to} ${height - next}V${height}H${from}z`;
    return { x, y, width: bar, height: own, slope };
  });
}
