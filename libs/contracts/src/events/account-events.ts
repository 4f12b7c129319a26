import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import type { PlanLimits } from '../principal';
import { defineEvent } from './define-event';
import { Nested } from './nested';
import { Nullable } from './nullable';

/** -1 is unlimited. */
export class PlanLimitsPayload implements PlanLimits {
  /** Channels per platform type and sub account; a sub account may have less. */
  @IsInt() properties: number;
  @IsInt() channels: number;
  @IsInt() sub_accounts: number;
  @IsInt() webhooks: number;
  @IsInt() widgets: number;
  @IsInt() invites_month: number;
  @IsInt() ai_day: number;
  @IsInt() users: number;
}

/** What of an account a change was about. */
const ACCOUNT_PARTS = ['account', 'sub_account', 'user'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

export class AccountChangedPayload {
  @IsInt() id: number;
  @IsIn(ACCOUNT_PARTS) part: AccountPart;
  /** Id of the account, sub account or user that was made, changed or (a user) deleted. */
  @IsInt() part_id: number;
  @IsString() company_name: string;
  @Nullable() @IsString() website: string | null;
  /** Host of the white-label domain. */
  @Nullable() @IsString() vanity_url: string | null;
  @IsString() plan: string;
  /** The plan's limits with the account's own ones laid over them. */
  @Nested(() => PlanLimitsPayload) limits: PlanLimitsPayload;
  /** False: every key of the account is refused. */
  @IsBoolean() api_enabled: boolean;
  @IsBoolean() video: boolean;
  @IsBoolean() invite: boolean;
}

export class SubAccountDeletedPayload {
  @IsInt() id: number;
  @IsString() name: string;
}

export class KeyRevokedPayload {
  @IsInt() id: number;
  @IsInt() sub_account_id: number;
  @IsString() name: string;
}

export const accountChanged = defineEvent({
  name: 'account.changed',
  version: 1,
  producer: 'gateway',
  payload: AccountChangedPayload,
  summary:
    'An account, one of its sub accounts or one of its users was made or changed, or a user was deleted; what is remembered of their rights and limits is out of date.',
  example: {
    id: 7,
    part: 'account',
    part_id: 7,
    company_name: 'Acme Agency',
    website: 'https://acme.example.com',
    vanity_url: 'reviews.acme.example.com',
    plan: 'agency',
    limits: {
      properties: 25,
      channels: 500,
      sub_accounts: 50,
      webhooks: 25,
      widgets: 500,
      invites_month: 5000,
      ai_day: 1000,
      users: 50,
    },
    api_enabled: true,
    video: true,
    invite: true,
  },
});

export const accountSubAccountDeleted = defineEvent({
  name: 'account.sub_account_deleted',
  version: 1,
  producer: 'gateway',
  payload: SubAccountDeletedPayload,
  summary:
    'A sub account was deleted: its keys stop, its channels are crawled no more, its widgets are inactive, its deliveries end.',
  example: { id: 12, name: 'Harbour Bakery' },
});

export const keyRevoked = defineEvent({
  name: 'key.revoked',
  version: 1,
  producer: 'gateway',
  payload: KeyRevokedPayload,
  summary: 'An API key was deleted and is refused from now on.',
  example: { id: 31, sub_account_id: 12, name: 'Website' },
});
