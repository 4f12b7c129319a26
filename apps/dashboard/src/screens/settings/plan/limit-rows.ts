import type { Schema } from '@plaudit/client';

type LimitName = keyof Schema<'Limits'>;

export interface LimitRow {
  name: LimitName;
  /** Null if the API does not tell how much is used. */
  used: number | null;
  /** Null if there is no limit. */
  limit: number | null;
  /** The used share between 0 and 1. */
  share: number;
  isNear: boolean;
  left: number | null;
}

const UNLIMITED = -1;
const NEAR = 0.9;
const ORDER: readonly LimitName[] = [
  'sub_accounts',
  'channels',
  'properties',
  'users',
  'keys',
  'invites_month',
  'ai_day',
  'widgets',
  'webhooks',
];

/** Returns the limits of a plan with their use. `aiToday` is null if it is not known. */
export function limitRows(
  { limits, usage, invite_credits }: Pick<Schema<'Account'>, 'limits' | 'usage' | 'invite_credits'>,
  aiToday: number | null,
): LimitRow[] {
  const invited =
    invite_credits === UNLIMITED || limits.invites_month === UNLIMITED
      ? null
      : Math.max(0, limits.invites_month - invite_credits);
  const used: Partial<Record<LimitName, number | null>> = {
    ...usage,
    invites_month: invited,
    ai_day: aiToday,
  };
  return ORDER.map((name) => rowOf(name, used[name] ?? null, limits[name]));
}

function rowOf(name: LimitName, used: number | null, given: number): LimitRow {
  const limit = given === UNLIMITED ? null : given;
  const share = used === null || !limit ? 0 : Math.min(1, used / limit);
  const left = used === null || limit === null ? null : Math.max(0, limit - used);
  return { name, used, limit, share, isNear: share >= NEAR, left };
}
