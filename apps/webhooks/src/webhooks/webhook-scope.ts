import type { Principal } from '@plaudit/contracts';

/** Which webhooks a caller sees: all of its account, or those of its sub account. */
export interface WebhookScope {
  accountId: number;
  /** Null: a key of the main sub account, which sees all and makes account-wide webhooks. */
  ownerSubAccountId: number | null;
}

export function scopeOf(principal: Principal): WebhookScope {
  return {
    accountId: principal.account_id,
    ownerSubAccountId: principal.main ? null : principal.sub_account_id,
  };
}

/** The most webhooks an account can have, whatever its plan says. */
const MAX_WEBHOOKS = 50;

export function webhookLimit(principal: Principal): number {
  const { webhooks } = principal.limits;
  return webhooks < 0 ? MAX_WEBHOOKS : Math.min(webhooks, MAX_WEBHOOKS);
}
