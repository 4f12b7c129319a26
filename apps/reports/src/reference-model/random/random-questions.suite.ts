import { INVITE_TYPES, type InviteType } from '@plaudit/contracts';
import fc from 'fast-check';
import type { AccountFacts } from '../facts/account-facts.suite';
import type { InvitationFilter } from '../naive/naive-invitations.suite';
import { GROUPS } from './random-account.suite';
import { PROFILES } from './random-invitations.suite';
import type { Question } from '../facts/selection.suite';

/** What reports are asked, with picks that become ids of the account. */
export interface Asked {
  subAccounts: 'own' | 'all' | 'both' | 'other';
  channels: number[] | null;
  groups: number[] | null;
  type: number | null;
  months: number;
  /** Of a rating history. */
  days: number;
  /** Days from the first to the last day of a period, and from that one to today; null for all times. */
  period: [number, number] | null;
  compare: boolean;
  /** Index of a settings profile of both sub accounts, or an unknown one. */
  profile: number | null;
  sendType: InviteType | null;
  step: number | null;
}

function rarely<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
}

export const questions: fc.Arbitrary<Asked> = fc.record({
  subAccounts: fc.constantFrom('own', 'all', 'both', 'other'),
  channels: rarely(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 })),
  groups: rarely(fc.subarray([...GROUPS, 999], { minLength: 1 })),
  type: rarely(fc.nat(3)),
  months: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 24 })),
  days: fc.integer({ min: 1, max: 365 }),
  period: fc.option(fc.tuple(fc.nat(400), fc.integer({ min: -1, max: 300 }))),
  compare: fc.boolean(),
  profile: rarely(fc.nat(PROFILES * 2)),
  sendType: rarely(fc.constantFrom(...INVITE_TYPES)),
  step: rarely(fc.nat(3)),
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
