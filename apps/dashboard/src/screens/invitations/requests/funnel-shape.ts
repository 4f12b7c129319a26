export type FunnelStage = 'sent' | 'opened' | 'clicked' | 'reviewed';
const STAGES: readonly FunnelStage[] = ['sent', 'opened', 'clicked', 'reviewed'];

export interface FunnelPart {
  stage: FunnelStage;
  count: number;
  /** Of the sent messages, from 0 to 1. Null if none was sent. */
  share: number | null;
  /** Outline of the bar, and of the slope to the next one, which the last one lacks. */
  bar: { x: number; y: number; width: number; height: number };
  slope: string | null;
}

export const FUNNEL_WIDTH = 676;
export const FUNNEL_HEIGHT = 44;
const STEP = FUNNEL_WIDTH / STAGES.length;
const BAR = 105;
const GAP = 3;

/** Returns the counts as shares of the sent messages, and what to draw for them. */
export function funnelOf(counts: Readonly<Record<FunnelStage, number>>): FunnelPart[] {
  const { sent } = counts;
  // A review without a link, such as one that was marked by hand, may come before the message counts as sent.
  const shares = STAGES.map((stage) => (sent > 0 ? Math.min(counts[stage] / sent, 1) : null));
  return STAGES.map((stage, at) => {
    const x = at * STEP;
    const top = topOf(shares[at]);
    const next = at + 1 < STAGES.length ? topOf(shares[at + 1]) : null;
    return {
      stage,
      count: counts[stage],
      share: shares[at] ?? null,
      bar: { x, y: top, width: BAR, height: FUNNEL_HEIGHT - top },
      slope:
        next === null
          ? null
          : `M${x + BAR + GAP} ${top}L${x + STEP - GAP} ${next}V${FUNNEL_HEIGHT}H${x + BAR + GAP}z`,
    };
  });
}

function topOf(share: number | null | undefined): number {
  return Math.round(FUNNEL_HEIGHT * (1 - (share ?? 0)) * 10) / 10;
}
