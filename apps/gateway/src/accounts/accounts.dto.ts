import { ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional } from '@plaudit/contracts';
import { IsName } from '@plaudit/runtime';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { IsTimeZone } from '../users/time-zone';
import { IsWebUrl } from './account-checks';

/** Body of PUT /account. Fields that are not sent keep their values. */
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
    description: 'http or https URL of the company website; null removes it',
  })
  @Optional()
  @Nullable()
  @IsWebUrl()
  website?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 64,
    example: 'Europe/Berlin',
    description:
      'Name of a time zone, in which the reports and send windows of every sub account begin their days unless they have a zone of their own; null removes it',
  })
  @Optional()
  @Nullable()
  @IsTimeZone()
  time_zone?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'Host of the white-label domain; null removes it. A new host is in use after its proof was seen in DNS: see vanity_proof of GET /account. Sending a pending host again looks for the proof.',
    example: 'reviews.acme.example.com',
  })
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(300)
  vanity_url?: string | null;

  @ApiPropertyOptional({
    description:
      'When false, every key of the account gets 401 api_disabled, including this one. An admin of the whole account can enable it again in the dashboard.',
    example: true,
  })
  @Optional()
  @IsBoolean()
  api_enabled?: boolean;

  @ApiPropertyOptional({
    description:
      'When true, admins without two-factor sign-in can only set it up when they sign in. Keys are not affected. Needs an admin key.',
    example: false,
  })
  @Optional()
  @IsBoolean()
  require_two_factor?: boolean;
}
