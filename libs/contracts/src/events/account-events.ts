import { IsArray, IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import type { PlanLimits } from '../principal';
import { type Role, ROLE_IDS } from '../scopes';
import { defineEvent } from './define-event';
import { Nested } from './nested';
import { Nullable, Optional } from '../field-rules';

/** -1 means unlimited. */
export class PlanLimitsPayload implements Omit<PlanLimits, 'keys'> {
  /** Channels per platform type and sub account. A sub account may have a smaller limit. */
  @IsInt() properties: number;
  @IsInt() channels: number;
  @IsInt() sub_accounts: number;
  @IsInt() webhooks: number;
  @IsInt() widgets: number;
  @IsInt() invites_month: number;
  @IsInt() ai_day: number;
  @IsInt() users: number;
  /** API keys of the account. Older events lack it. */
  @Optional() @IsInt() keys?: number;
}

/** The kind of object that changed. */
const ACCOUNT_PARTS = ['account', 'sub_account', 'user', 'key'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

export class SubAccountPayload {
  @IsInt() id: number;
  @IsString() name: string;
  /** True for the one sub account that manages the whole account. */
  @IsBoolean() main: boolean;
}

export class AccountChangedPayload {
  @IsInt() id: number;
  @IsIn(ACCOUNT_PARTS) part: AccountPart;
  /** Id of the account, sub account, user or key that was created, changed or, for a user, deleted. */
  @IsInt() part_id: number;
  @IsString() company_name: string;
  @Nullable() @IsString() website: string | null;
  /** Host name that the account named as its white-label domain, whether it is proved or not. */
  @Nullable() @IsString() vanity_url: string | null;
  /** Host name of the white-label domain while it is proved; null without a proved one. Older events lack it. */
  @Optional() @Nullable() @IsString() domain?: string | null;
  @IsString() plan: string;
  /** The plan's limits, overridden by the account's own limits. */
  @Nested(() => PlanLimitsPayload) limits: PlanLimitsPayload;
  /** If false, every key of the account is refused. */
  @IsBoolean() api_enabled: boolean;
  /** The time zone of reports and send windows that have none of their own; null without one. Older events lack it. */
  @Optional() @Nullable() @IsString() time_zone?: string | null;
  @IsBoolean() video: boolean;
  @IsBoolean() invite: boolean;
  /** The sub account that was created or changed, or the main one of a new account. Missing for other changes. */
  @Optional() @Nested(() => SubAccountPayload) sub_account?: SubAccountPayload;
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

/** What records name as their maker: an API key, or a signed-in user. */
export const MAKER_TYPES = ['key', 'user'] as const;
export type MakerType = (typeof MAKER_TYPES)[number];

const ROLES = Object.keys(ROLE_IDS) as Role[];

export class AccessReducedPayload {
  @IsIn(MAKER_TYPES) maker_type: MakerType;
  /** Id of the key or the user. */
  @IsInt() maker_id: number;
  /** Name of the key, or email of the user. */
  @IsString() name: string;
  /** True if the key was deleted, revoked or has expired, or if the user was deleted. */
  @IsBoolean() removed: boolean;
  /** The sub accounts that the maker may still read. Empty means the whole account, unless `removed` is true. */
  @IsArray() @IsInt({ each: true }) sub_accounts: number[];
  /** The role that a user has now. Absent for a key and for a removed user. Older events lack it. */
  @Optional() @IsIn(ROLES) role?: Role;
}

export const accountChanged = defineEvent({
  name: 'account.changed',
  version: 1,
  producer: 'gateway',
  payload: AccountChangedPayload,
  summary:
    'An account, one of its sub accounts or one of its users was created or changed, its white-label domain was proved or lost its proof, a user was deleted, or a key was changed. Cached permissions and limits are out of date.',
  example: {
    id: 7,
    part: 'sub_account',
    part_id: 12,
    company_name: 'Acme Agency',
    website: 'https://acme.example.com',
    vanity_url: 'reviews.acme.example.com',
    domain: 'reviews.acme.example.com',
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
      keys: 100,
    },
    api_enabled: true,
    time_zone: 'Europe/Berlin',
    video: true,
    invite: true,
    sub_account: { id: 12, name: 'Harbour Bakery', main: false },
  },
});

export const accountSubAccountDeleted = defineEvent({
  name: 'account.sub_account_deleted',
  version: 1,
  producer: 'gateway',
  payload: SubAccountDeletedPayload,
  summary:
    'A sub account was deleted. Its keys stop working, its channels are no longer crawled, its widgets become inactive and its deliveries end.',
  example: { id: 12, name: 'Harbour Bakery' },
});

export const keyRevoked = defineEvent({
  name: 'key.revoked',
  version: 1,
  producer: 'gateway',
  payload: KeyRevokedPayload,
  summary: 'An API key was deleted, or revoked with the user who made it. It is refused from now on.',
  example: { id: 31, sub_account_id: 12, name: 'Website' },
});

export const accountAccessReduced = defineEvent({
  name: 'account.access_reduced',
  version: 1,
  producer: 'gateway',
  payload: AccessReducedPayload,
  summary:
    'An API key was deleted or has expired, or a user was deleted or lost sub accounts or a role. What the key or user set up to send data elsewhere is paused where it may no longer read.',
  example: {
    maker_type: 'user',
    maker_id: 5,
    name: 'office@acme.example.com',
    removed: false,
    sub_accounts: [12],
    role: 'user',
  },
});
