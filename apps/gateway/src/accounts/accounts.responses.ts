import { ApiProperty } from '@nestjs/swagger';
import { type PlanLimits, wireDate } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import { creditsLeft } from '../invite-credits/credit-month';
import { limitsOf } from '../plans/plan-limits';
import { PLAN_NAMES, type PlanName } from '../plans/plans';
import {
  toVanityFields,
  VANITY_PROOF,
  VANITY_STATUS,
  VanityProofResponse,
} from '../vanity-domains/vanity-domains.responses';
import type { VanityStatus } from '../vanity-domains/domain-verification';
import type { AccountOverview } from './accounts.service';

class LimitsResponse implements PlanLimits {
  @ApiProperty({ type: 'integer', description: 'Channels per platform type and sub account', example: 25 })
  properties: number;
  @ApiProperty({ type: 'integer', description: 'Channels of the account', example: 500 }) channels: number;
  @ApiProperty({ type: 'integer', description: 'Sub accounts, including the main one', example: 50 })
  sub_accounts: number;
  @ApiProperty({ type: 'integer', description: 'Webhooks of the account', example: 25 }) webhooks: number;
  @ApiProperty({ type: 'integer', description: 'Widgets of the account', example: 500 }) widgets: number;
  @ApiProperty({ type: 'integer', description: 'Invitations per month', example: 5000 })
  invites_month: number;
  @ApiProperty({ type: 'integer', description: 'AI generations per day', example: 1000 }) ai_day: number;
  @ApiProperty({ type: 'integer', description: 'Users of the account', example: 50 }) users: number;
  @ApiProperty({ type: 'integer', description: 'API keys of the account', example: 100 }) keys: number;
}

class UsageResponse {
  @ApiProperty({ type: 'integer', description: 'Number of sub accounts, including the main one', example: 3 })
  sub_accounts: number;
  @ApiProperty({ type: 'integer', description: 'Number of users', example: 4 }) users: number;
  @ApiProperty({ type: 'integer', description: 'Number of API keys', example: 12 }) keys: number;
  @ApiProperty({ type: 'integer', description: 'Number of connected channels', example: 17 })
  channels: number;
}

export class AccountResponse {
  @ApiProperty({ description: 'Id of the account', example: 7 }) id: number;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When the account was created, UTC' })
  created_on: string;
  @ApiProperty({ example: 'Acme Agency', description: 'Name of the account' }) company_name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://acme.example.com',
    description: 'URL of the company website; null if it has none',
  })
  website: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Europe/Berlin',
    description:
      'Time zone of the reports and send windows that have none of their own; null if the account chose none',
  })
  time_zone: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'reviews.acme.example.com',
    description: 'Host of the white-label domain; null if it has none',
  })
  vanity_url: string | null;
  @ApiProperty(VANITY_STATUS) vanity_status: VanityStatus;
  @ApiProperty(VANITY_PROOF) vanity_proof: VanityProofResponse | null;
  @ApiProperty({
    type: 'integer',
    description: 'Channels per platform type and sub account; -1 is unlimited',
    example: 25,
  })
  properties: number;
  @ApiProperty({
    type: 'integer',
    enum: [0, 1],
    description: '1 if the account may collect video reviews',
    example: 1,
  })
  video: number;
  @ApiProperty({
    type: 'integer',
    enum: [0, 1],
    description: '1 if the account may send invitations',
    example: 1,
  })
  invite: number;
  @ApiProperty({
    type: 'integer',
    description: 'Invitations left this month (UTC); -1 is unlimited. Reminders are not counted.',
    example: 5000,
  })
  invite_credits: number;
  @ApiProperty({ enum: PLAN_NAMES, example: 'agency', description: 'Plan that sets the limits' })
  plan: PlanName;
  @ApiProperty({ type: 'integer', description: 'Number of sub accounts, including the main one', example: 3 })
  sub_accounts: number;
  @ApiProperty({
    example: true,
    description: 'When false, every key of the account gets 401 api_disabled',
  })
  api_enabled: boolean;
  @ApiProperty({
    example: false,
    description: 'When true, admins without two-factor sign-in can only set it up when they sign in',
  })
  require_two_factor: boolean;
  @ApiProperty({
    type: LimitsResponse,
    description: "Limits of the plan, with the account's own changes; -1 is unlimited",
  })
  limits: LimitsResponse;
  @ApiProperty({ type: UsageResponse, description: 'How much of the limits is used' }) usage: UsageResponse;
}

export class CreatedResponse extends SuccessResponse {
  @ApiProperty({ description: 'Id of the new object', example: 12 }) id: number;
}

export function toAccountResponse(account: AccountOverview): AccountResponse {
  const limits = limitsOf(account.plan, account.limits, null);
  return {
    id: account.id,
    created_on: wireDate(account.created_on),
    company_name: account.company_name,
    website: account.website,
    time_zone: account.time_zone,
    vanity_url: account.vanity_url,
    ...toVanityFields(account.vanity),
    properties: limits.properties,
    video: Number(account.video),
    invite: Number(account.invite),
    invite_credits: creditsLeft(limits.invites_month, account.invitesSent),
    plan: account.plan,
    sub_accounts: account.usage.sub_accounts,
    api_enabled: account.api_enabled,
    require_two_factor: account.require_two_factor,
    limits,
    usage: account.usage,
  };
}
