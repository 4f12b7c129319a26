import { Optional } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsNotEmpty, IsString, Length, MaxLength, ValidateIf } from 'class-validator';

export class ChannelCheckInput {
  @ApiProperty({ example: 'app_store', description: 'Slug or alias of GET /channels/types.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  type: string;
}

export class ChannelAddInput extends ChannelCheckInput {
  @ApiPropertyOptional({
    example: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
    description: 'Public profile or listing address; for url platforms.',
  })
  @Optional()
  @IsString()
  @MaxLength(2_048)
  url?: string;

  @ApiPropertyOptional({
    example: 'live_0123456789',
    description: "The platform's own API key; for credentials platforms.",
  })
  @Optional()
  @IsString()
  @MaxLength(4_096)
  access_token?: string;

  @ApiPropertyOptional({ example: '1234', description: 'Survey platform only.' })
  @Optional()
  @IsString()
  @MaxLength(255)
  trend_id?: string;

  @ApiPropertyOptional({
    example: 'main',
    description: 'Store-based and local-listing platforms; comma separated.',
  })
  @Optional()
  @IsString()
  @MaxLength(2_048)
  stores?: string;

  @ApiPropertyOptional({ example: 'gb, us', description: 'App marketplaces; codes, comma separated.' })
  @Optional()
  @IsString()
  @MaxLength(2_048)
  countries?: string;
}

const trimmed = Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)));

/** Left out = stays; null or empty = none. */
function Emptiable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

export class ChannelUpdateInput {
  @ApiPropertyOptional({ example: 'Acme Notes (UK)', description: 'What to call it.' })
  @Optional()
  @trimmed
  @IsString()
  @Length(1, 191)
  name?: string;

  @ApiPropertyOptional({ example: true, description: 'New reviews go straight to approved; old ones stay.' })
  @Optional()
  @IsBoolean()
  auto_approve?: boolean;

  @ApiPropertyOptional({ example: false, description: 'New reviews with at least 4 of 5 stars do.' })
  @Optional()
  @IsBoolean()
  auto_approve_4_stars?: boolean;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: null,
    description: 'Stores to crawl, comma separated; null or empty names none.',
  })
  @Emptiable()
  @IsString()
  @MaxLength(2_048)
  stores?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'gb, us',
    description: 'Countries to crawl, comma separated codes; null or empty: that of the url.',
  })
  @Emptiable()
  @IsString()
  @MaxLength(2_048)
  countries?: string | null;
}

export class ChannelDeleteQuery {
  @ApiPropertyOptional({ type: 'integer', enum: [1], example: 1, description: '1 keeps the reviews.' })
  @Optional()
  @IsIn(['1'])
  keep_reviews?: '1';
}
