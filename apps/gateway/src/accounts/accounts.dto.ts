import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional, type PlanLimits } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { IsName, IsWebUrl } from './account-checks';
import { PLAN_NAMES, type PlanName } from './plans';

/** Body of PUT /account; what is not sent stays. */
export class AccountUpdateInput {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 191,
    example: 'Acme Agency',
    description: 'Name of the account',
  })
  @Optional()
  @IsName()
  company_name?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://acme.example.com',
    description: 'Address of its website, http or https; null goes without one',
  })
  @Optional()
  @Nullable()
  @IsWebUrl()
  website?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Host of the white-label domain; null goes without one.',
    example: 'reviews.acme.example.com',
  })
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(300)
  vanity_url?: string | null;

  @ApiPropertyOptional({
    description:
      'False answers every key of the account with 401 api_disabled, this one too; the operator of the server switches it on again (npm run account:change).',
    example: true,
  })
  @Optional()
  @IsBoolean()
  api_enabled?: boolean;
}

class LimitsResponse implements PlanLimits {
  @ApiProperty({ type: 'integer', description: 'Channels per platform type and sub account', example: 25 })
  properties: number;
  @ApiProperty({ type: 'integer', description: 'Channels of the account', example: 500 }) channels: number;
  @ApiProperty({ type: 'integer', description: 'Sub accounts, the main one included', example: 50 })
  sub_accounts: number;
  @ApiProperty({ type: 'integer', description: 'Webhooks of the account', example: 25 }) webhooks: number;
  @ApiProperty({ type: 'integer', description: 'Widgets of the account', example: 500 }) widgets: number;
  @ApiProperty({ type: 'integer', description: 'Invitations a month', example: 5000 }) invites_month: number;
  @ApiProperty({ type: 'integer', description: 'AI generations a day', example: 1000 }) ai_day: number;
  @ApiProperty({ type: 'integer', description: 'Users of the account', example: 50 }) users: number;
}

class UsageResponse {
  @ApiProperty({ type: 'integer', description: 'Sub accounts there are, the main one included', example: 3 })
  sub_accounts: number;
  @ApiProperty({ type: 'integer', description: 'Users there are', example: 4 }) users: number;
  @ApiProperty({ type: 'integer', description: 'Channels that are connected', example: 17 }) channels: number;
}

export class AccountResponse {
  @ApiProperty({ description: 'Of the account', example: 7 }) id: number;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When it was made, UTC' }) created_on: string;
  @ApiProperty({ example: 'Acme Agency', description: 'Name of the account' }) company_name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://acme.example.com',
    description: 'Address of its website; null without one',
  })
  website: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'reviews.acme.example.com',
    description: 'Host of the white-label domain; null without one',
  })
  vanity_url: string | null;
  @ApiProperty({
    type: 'integer',
    description: 'Channels per platform type and sub account; -1 is unlimited',
    example: 25,
  })
  properties: number;
  @ApiProperty({ type: 'integer', enum: [0, 1], description: 'May collect video reviews', example: 1 })
  video: number;
  @ApiProperty({ type: 'integer', enum: [0, 1], description: 'May send invitations', example: 1 })
  invite: number;
  @ApiProperty({
    type: 'integer',
    description: 'Invitations left this month; -1 is unlimited',
    example: 5000,
  })
  invite_credits: number;
  @ApiProperty({ enum: PLAN_NAMES, example: 'agency', description: 'What the limits come from' })
  plan: PlanName;
  @ApiProperty({ type: 'integer', description: 'How many there are, the main one included', example: 3 })
  sub_accounts: number;
  @ApiProperty({
    example: true,
    description: 'False: every key of the account is answered with 401 api_disabled',
  })
  api_enabled: boolean;
  @ApiProperty({ type: LimitsResponse, description: "The plan's limits; -1 is unlimited" })
  limits: LimitsResponse;
  @ApiProperty({ type: UsageResponse, description: 'How much of the limits is used' }) usage: UsageResponse;
}

export class CreatedResponse extends SuccessResponse {
  @ApiProperty({ description: 'Of what was made', example: 12 }) id: number;
}
