import { INVITE_TYPES, type InviteType } from '@plaudit/contracts';
import fc from 'fast-check';
import type { AccountFacts } from '../facts/account-facts.suite';
import { type Dates, daysBefore, daysBetween } from '../naive/local-months.suite';
import type { InvitationFilter } from '../naive/naive-invitations.suite';
import { GROUPS } from './random-account.suite';
import { PROFILES } from './random-invitations.suite';
import type { Question } from '../facts/selection.suite';

/**
 * Either so many days from the first to the last one, and from that one to today. Or the days from one record to another, so that
 * both have the day of a record at their end. With `after`, as many days from the second record on: the period before begins with
 * the first one.
 */
type AskedPeriod =
  | { days: [number, number] }
  | { records: 'reviews' | 'invitations'; picks: [number, number]; after: boolean };

/** What reports are asked, with picks that become ids of the account. */
export interface Asked {
  subAccounts: 'own' | 'all' | 'both' | 'other';
  channels: number[] | null;
  groups: number[] | null;
  type: number | null;
  months: number;
  /** Of a rating history. */
  days: number;
  /** Null for all times. */
  period: AskedPeriod | null;
  compare: boolean;
  /** Index of a settings profile of both sub accounts, or an unknown one. */
  profile: number | null;
  sendType: InviteType | null;
  step: number | null;
}

function rarely<T>(value: fc.Arbitrary<T>, others = 3): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: others, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
}

const anyDays: fc.Arbitrary<AskedPeriod> = fc.record({
  days: fc.tuple(fc.nat(400), fc.integer({ min: -1, max: 300 })),
});

const daysOfRecords: fc.Arbitrary<AskedPeriod> = fc.record({
  records: fc.constantFrom('reviews', 'invitations'),
  picks: fc.tuple(fc.nat(), fc.nat()),
  after: fc.boolean(),
});

export const questions: fc.Arbitrary<Asked> = fc.record({
  subAccounts: fc.constantFrom('own', 'all', 'both', 'other'),
  channels: rarely(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 })),
  groups: rarely(fc.subarray([...GROUPS, 999], { minLength: 1 })),
  type: rarely(fc.nat(3)),
  months: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 24 })),
  days: fc.integer({ min: 1, max: 365 }),
  period: fc.option(fc.oneof({ weight: 1, arbitrary: anyDays }, { weight: 3, arbitrary: daysOfRecords })),
  compare: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  profile: rarely(fc.nat(PROFILES * 2), 7),
  sendType: rarely(fc.constantFrom(...INVITE_TYPES), 7),
  step: rarely(fc.nat(3), 7),
});

/** Returns the question with ids that the caller may name: live channels of the sub accounts, and their platforms. */
export function questionOf({ sub_account_ids, channels }: AccountFacts, asked: Asked): Question {
  const [own, other] = sub_account_ids;
  const visible = { own: [own], all: [own, other], both: [own, other], other: [other] }[asked.subAccounts];
  const choices = channels.filter(
    ({ deleted, sub_account_id }) => !deleted && visible.includes(sub_account_id),
  );
  const picked = (asked.channels ?? []).flatMap((pick) => choices[pick % choices.length]?.id ?? []);
  return {
    sub_accounts: { own: undefined, all: 'all' as const, both: visible, other: visible }[asked.subAccounts],
    channels: picked.length > 0 ? picked : undefined,
    groups: asked.groups ?? undefined,
    type: asked.type === null ? undefined : channels[asked.type % channels.length]?.type_id,
  };
}

/** Returns the period of the question, or null for all times. */
export function periodOf(facts: AccountFacts, { period }: Asked): Dates | null {
  if (!period) return null;
  if ('days' in period) {
    const [length, ago] = period.days;
    const to = daysBefore(facts.today, ago);
    return { from: daysBefore(to, length), to };
  }
  const days = [...new Set([...facts[period.records].map(({ day }) => day), facts.today])];
  const [first, second] = period.picks.map((pick) => days[pick % days.length]!).sort();
  const dates = { from: first!, to: second! };
  return period.after ? periodAfter(dates, facts.today) : dates;
}

/** Returns as many days from the end of a period on, up to tomorrow at the latest. The period before begins with `from` then. */
function periodAfter({ from, to }: Dates, today: string): Dates {
  const length = Math.max(1, daysBetween(from, to));
  const [last] = [daysBefore(to, 1 - length), daysBefore(today, -1)].sort();
  return { from: to, to: last! };
}

/** Returns which invitations the question is about. */
export function invitationFilterOf(
  { account_id }: AccountFacts,
  { profile, sendType, step }: Asked,
): InvitationFilter {
  return {
    settings_id: profile === null ? undefined : account_id + profile,
    send_type: sendType ?? undefined,
    step: step ?? undefined,
  };
}
