import type { AccountChangedPayload, DomainEvent } from '@plaudit/contracts';

/** What invitations know of a sub account and its account. */
export interface Business {
  sub_account_id: number;
  account_id: number;
  /** What the business is called: the name of the sub account, or that of the company for the main one. */
  name: string;
  /** The proved white-label host, where links lead. Null if the account has none. */
  domain: string | null;
  /** False if the account may not send invitations. */
  invite: boolean;
  /** Invitations that the account may send per month. -1 means unlimited. */
  invites_month: number;
  /** The zone of the send windows that have none of their own. Null for UTC. */
  time_zone: string | null;
  /** True if the sub account was deleted. */
  deleted: boolean;
}

/** What an event of the account says about its businesses. */
export type AccountEvent = DomainEvent<
  Pick<AccountChangedPayload, 'company_name' | 'domain' | 'invite' | 'limits' | 'time_zone' | 'sub_account'>
>;

/** The fields that an event must have. Older events lack the others. */
export const ACCOUNT_FIELDS = ['company_name', 'invite', 'limits'] as const;
