import { change, share } from '../questions/figures';
import type { InvitationChanges, InvitationFigures, InvitationRates } from './invitations-report.responses';

/** The stages that the report counts, in the order of the funnel. */
export const STAGES = [
  'queued',
  'sent',
  'kept',
  'delivered',
  'opened',
  'clicked',
  'reviewed',
  'unsubscribed',
  'failed',
] as const;
type Stage = (typeof STAGES)[number];
export type StageCounts = Record<Stage, number>;

/** Of which stages each rate is the share. A message that was kept can be opened where it is kept. */
const WHOLES: Readonly<Record<keyof InvitationRates, readonly Stage[]>> = {
  sent: ['queued'],
  delivered: ['sent'],
  opened: ['sent', 'kept'],
  clicked: ['sent', 'kept'],
  reviewed: ['sent', 'kept'],
  unsubscribed: ['sent', 'kept'],
  failed: ['queued'],
};

/** Returns the counts with their rates. No counts are all 0. */
export function invitationFigures(counts: StageCounts | undefined): InvitationFigures {
  const figures = mapOf(STAGES, (stage) => counts?.[stage] ?? 0);
  const wholeOf = (rate: keyof InvitationRates): number =>
    WHOLES[rate].reduce((whole, stage) => whole + figures[stage], 0);
  return { ...figures, rates: mapOf(rates(), (rate) => share(figures[rate], wholeOf(rate))) };
}

/** Returns the differences of all counts and rates. */
export function invitationChanges(now: InvitationFigures, before: InvitationFigures): InvitationChanges {
  return {
    ...mapOf(STAGES, (stage) => now[stage] - before[stage]),
    rates: mapOf(rates(), (rate) => change(now.rates[rate], before.rates[rate])),
  };
}

/** Returns the cells of the CSV under {@link FIGURE_COLUMNS}. */
export function figureCells({ rates: shares, ...counts }: InvitationFigures): (number | null)[] {
  return [...STAGES.map((stage) => counts[stage]), ...rates().map((rate) => shares[rate])];
}

export const FIGURE_COLUMNS: readonly string[] = [...STAGES, ...rates().map((rate) => `${rate}_rate`)];

function rates(): (keyof typeof WHOLES)[] {
  return Object.keys(WHOLES) as (keyof typeof WHOLES)[];
}

function mapOf<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}
