import { wireDate } from '@plaudit/contracts';
import type { AccountEntity } from './account.entity';
import type { AccountResponse } from './accounts.dto';
import type { AccountUsage } from './accounts.repository';
import { limitsOf } from './plans';

/** An account as the API shows it. */
export function toAccount(account: AccountEntity & { usage: AccountUsage }): AccountResponse {
  const limits = limitsOf(account.plan, account.limits, null);
  return {
    id: account.id,
    created_on: wireDate(account.created_on),
    company_name: account.company_name,
    website: account.website,
    vanity_url: account.vanity_url,
    properties: limits.properties,
    video: Number(account.video),
    invite: Number(account.invite),
    // All of the month's until the invitations service tells what it sends.
    invite_credits: limits.invites_month,
    plan: account.plan,
    sub_accounts: account.usage.sub_accounts,
    api_enabled: account.api_enabled,
    limits,
    usage: account.usage,
  };
}
