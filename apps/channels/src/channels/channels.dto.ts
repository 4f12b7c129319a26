import { IsId, Optional } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { CommaList, IsName, ListQuery } from '@plaudit/runtime';
import { IsBoolean, IsIn, IsNotEmpty, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';

/** Marks a field that keeps its value if it is omitted and is cleared by null or an empty string. */
function Emptiable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

/** One to 100 ids, separated by commas. */
const IDS = '[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,99}';

export class ChannelListQuery extends ListQuery {
  @ApiPropertyOptional({
    description:
      'Only channels in one of these properties: the ids of `GET /groups`, separated by commas, at most 100. Unknown ones match nothing.',
    example: '7',
  })
  @CommaList()
  @Optional()
  @Matches(new RegExp(`^${IDS}$`), {
    message: 'group must be ids of properties, separated by commas, at most 100',
  })
  group?: string;

  @ApiPropertyOptional({
    example: '2026-09-20 02:40:01',
    description: 'Changed on or after this date or datetime (UTC).',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  updated_since?: string;
}

export class ChannelAddInput {
  @ApiProperty({ example: 'app_store', description: 'Slug or alias from GET /channels/types.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  type: string;

  @ApiPropertyOptional({
    example: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
    description: 'URL of the public profile or listing. For platforms with the method url.',
  })
  @Optional()
  @IsString()
  @MaxLength(2_048)
  url?: string;

  @ApiPropertyOptional({
    example: 'live_0123456789',
    description: 'API key of the platform. For platforms with the method credentials.',
  })
  @Optional()
  @IsString()
  @MaxLength(4_096)
  access_token?: string;

  @ApiPropertyOptional({
    example: '1234',
    description: 'For the survey platform only.',
  })
  @Optional()
  @IsString()
  @MaxLength(255)
  trend_id?: string;

  @ApiPropertyOptional({
    example: 'acme',
    description:
      'The part of the address of your account before the first dot. For a helpdesk and other platforms that require it.',
  })
  @Optional()
  @IsString()
  @MaxLength(100)
  subdomain?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'main',
    description:
      'Codes of stores or ids of locations, comma separated. For platforms with stores. Default: none.',
  })
  @Emptiable()
  @IsString()
  @MaxLength(2_048)
  stores?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'gb, us',
    description: 'Country codes, comma separated. For app stores. Default: the country of the URL.',
  })
  @Emptiable()
  @IsString()
  @MaxLength(2_048)
  countries?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'Id of the property that the channel belongs to, from GET /groups. Default: none.',
  })
  @Emptiable()
  @IsId()
  group_id?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    example: 7,
    description:
      'Id of a connection with the status choosing, from POST /channels/authorize_url. Send the chosen locations as stores.',
  })
  @Optional()
  @IsId()
  connection_id?: number;
}

/** The same fields as for adding a channel. Only `type` is required for every platform. */
export class ChannelCheckInput extends OmitType(ChannelAddInput, ['connection_id'] as const) {}

export class ChannelUpdateInput {
  @ApiPropertyOptional({
    example: 'live_0123456789',
    description:
      'New API key of the platform, in place of one that was revoked. It must belong to the same profile. A crawl is queued.',
  })
  @Optional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(4_096)
  access_token?: string;

  @ApiPropertyOptional({ example: 'Acme Notes (UK)', description: 'New name of the channel.' })
  @Optional()
  @IsName()
  name?: string;

  @ApiPropertyOptional({
    example: true,
    description: 'Approve new reviews automatically. Existing reviews keep their status.',
  })
  @Optional()
  @IsBoolean()
  auto_approve?: boolean;

  @ApiPropertyOptional({
    example: false,
    description: 'Approve new reviews with at least 4 of 5 stars automatically.',
  })
  @Optional()
  @IsBoolean()
  auto_approve_4_stars?: boolean;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: null,
    description: 'Stores to crawl, comma separated. null or an empty string clears the list.',
  })
  @Emptiable()
  @IsString()
  @MaxLength(2_048)
  stores?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'gb, us',
    description:
      'Countries to crawl, as comma-separated codes. null or an empty string selects the country of the URL.',
  })
  @Emptiable()
  @IsString()
  @MaxLength(2_048)
  countries?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'Id of the property that the channel belongs to, from GET /groups. null takes it out.',
  })
  @Emptiable()
  @IsId()
  group_id?: number | null;
}

export class ChannelDeleteQuery {
  @ApiPropertyOptional({
    type: 'integer',
    enum: [1],
    example: 1,
    description: '1 keeps the reviews of the channel.',
  })
  @Optional()
  @IsIn(['1'])
  keep_reviews?: '1';
}
