import type { InviteType } from '@plaudit/contracts';
import type { InvitationFact } from '../facts/invitation-facts.suite';
import type { Selection } from '../facts/selection.suite';
import { difference, share } from './exact-numbers.suite';
import { type Dates, periodBefore, within } from './local-months.suite';

/** Which invitations a client asks for. Without a field, all. */
export interface InvitationFilter {
  settings_id?: number;
  send_type?: InviteType;
  step?: number;
}

/** The stages, each with the question whether an invitation reached it. */
const STAGES = {
  queued: reports('queued'),
  sent: (invitation: InvitationFact) => reports('sent')(invitation) && !invitation.kept,
  kept: (invitation: InvitationFact) => invitation.kept,
  delivered: (invitation: InvitationFact) => invitation.confirmed && !STAGES.failed(invitation),
  opened: reports('opened'),
  clicked: reports('clicked'),
  reviewed: reports('reviewed'),
  unsubscribed: reports('unsubscribed'),
  failed: reports('failed'),
} as const;
type Stage = keyof typeof STAGES;
const SHARES_OF_QUEUED: readonly Stage[] = ['sent', 'failed'];
const SHARES_OF_HANDED_OVER: readonly Stage[] = ['opened', 'clicked', 'reviewed', 'unsubscribed'];

type Figures = Record<Stage, number> & { rates: Record<string, number | null> };

/** The report on the invitations that were created in the period. */
export function naiveInvitations(
  selection: Selection,
  filter: InvitationFilter,
  dates: Dates,
  compare: boolean,
): object {
  const asked = selection.invitations().filter((invitation) => fits(invitation, filter));
  const invitations = within(asked, dates);
  const totals = figuresOf(invitations);
  const before = periodBefore(dates);
  const previous = figuresOf(within(asked, before));
  const ofType = (type: InviteType): Figures => figuresOf(invitations.filter((one) => one.type === type));
  return {
    success: true,
    ...dates,
    totals,
    profiles: profilesOf(selection, invitations),
    types: { email: ofType('email'), sms: ofType('sms') },
    steps: [0, 1, 2, 3].map((step) => ({
      step,
      ...figuresOf(invitations.filter((one) => one.step === step)),
    })),
    ...(compare ? { previous: { ...before, totals: previous }, change: changeOf(totals, previous) } : {}),
  };
}

function fits(invitation: InvitationFact, { settings_id, send_type, step }: InvitationFilter): boolean {
  return (
    (settings_id === undefined || invitation.settings_id === settings_id) &&
    (send_type === undefined || invitation.type === send_type) &&
    (step === undefined || invitation.step === step)
  );
}

/** Those with the most sent messages first, then those with the most scheduled ones, then by name and id. */
function profilesOf({ facts }: Selection, invitations: readonly InvitationFact[]): object[] {
  return [...new Set(invitations.map(({ settings_id }) => settings_id))]
    .map((settings_id) => ({
      settings_id,
      name: facts.profileNames.get(settings_id)!,
      ...figuresOf(invitations.filter((one) => one.settings_id === settings_id)),
    }))
    .sort(
      (one, other) =>
        other.sent - one.sent ||
        other.queued - one.queued ||
        one.name.localeCompare(other.name) ||
        one.settings_id - other.settings_id,
    );
}

function figuresOf(invitations: readonly InvitationFact[]): Figures {
  const count = (stage: Stage): number => invitations.filter(STAGES[stage]).length;
  const stages = Object.keys(STAGES) as Stage[];
  const counts = Object.fromEntries(stages.map((stage) => [stage, count(stage)])) as Record<Stage, number>;
  const shares = (of: readonly Stage[], whole: number) =>
    of.map((stage) => [stage, share(counts[stage], whole)]);
  const rates = Object.fromEntries([
    ...shares(SHARES_OF_QUEUED, counts.queued),
    ...shares(['delivered'], counts.sent),
    ...shares(SHARES_OF_HANDED_OVER, counts.sent + counts.kept),
  ]) as Figures['rates'];
  return { ...counts, rates };
}

function changeOf(now: Figures, before: Figures): object {
  const { rates, ...counts } = now;
  return {
    ...Object.fromEntries(
      Object.entries(counts).map(([stage, count]) => [stage, count - before[stage as Stage]]),
    ),
    rates: Object.fromEntries(
      Object.entries(rates).map(([stage, rate]) => [stage, difference(rate, before.rates[stage]!)]),
    ),
  };
}

/** An invitation reaches a stage when an event reports it, whatever other events report. */
function reports(stage: InvitationFact['reported'][number]): (invitation: InvitationFact) => boolean {
  return ({ reported }) => reported.includes(stage);
}
