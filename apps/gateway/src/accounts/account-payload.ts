import type { AccountChangedPayload, AccountPart, SubAccountPayload } from '@plaudit/contracts';
import { limitsOf } from '../plans/plan-limits';
import type { AccountEntity } from './account.entity';

/** An account as its events carry it. */
export interface AccountState extends AccountEntity {
  /** The white-label domain while it is proved. */
  domain: string | null;
  /** The sub account that the event is about. Null for any other event. */
  sub_account: SubAccountPayload | null;
}

/** Returns the payload of `account.changed`. */
export function toAccountChanged(
  state: AccountState,
  part: AccountPart,
  partId: number,
): AccountChangedPayload {
  const { id, company_name, website, vanity_url, domain, plan, api_enabled, time_zone, video, invite } =
    state;
  return {
    id,
    part,
    part_id: partId,
    company_name,
    website,
    vanity_url,
    domain,
    plan,
    limits: limitsOf(plan, state.limits, null),
    api_enabled,
    time_zone,
    video,
    invite,
    ...(state.sub_account ? { sub_account: state.sub_account } : {}),
  };
}
