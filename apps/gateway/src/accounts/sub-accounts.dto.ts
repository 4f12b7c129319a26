import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional } from '@plaudit/contracts';
import { IsInt, Max, Min } from 'class-validator';
import { IsName } from './account-checks';

const MAX_PROPERTIES = 1_000_000;

/** Body of POST /account/subaccount. */
export class SubAccountAddInput {
  @ApiProperty({ minLength: 1, maxLength: 191, description: 'What it is called', example: 'Harbour Bakery' })
  @IsName()
  name: string;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: -1,
    maximum: MAX_PROPERTIES,
    description: "Most channels per platform type, at most the plan's; null is the plan's. -1 is unlimited.",
    example: 5,
  })
  @Optional()
  @Nullable()
  @IsInt()
  @Min(-1)
  @Max(MAX_PROPERTIES)
  properties?: number | null;
}

/** Body of PUT /account/subaccount/{id}; what is not sent stays. */
export class SubAccountUpdateInput {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 191,
    description: 'What it is called',
    example: 'Harbour Bakery',
  })
  @Optional()
  @IsName()
  name?: string;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: -1,
    maximum: MAX_PROPERTIES,
    description: 'Changed with a key of the main sub account only.',
    example: 5,
  })
  @Optional()
  @Nullable()
  @IsInt()
  @Min(-1)
  @Max(MAX_PROPERTIES)
  properties?: number | null;
}

export class SubAccountResponse {
  @ApiProperty({ example: 12, description: 'What the other operations take' }) id: number;
  @ApiProperty({ example: 'Harbour Bakery', description: 'What it is called' }) name: string;
  @ApiProperty({ description: 'The one that the account itself is; it cannot be deleted', example: false })
  main: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'White-label name in links', example: null })
  vanity: string | null;
  @ApiProperty({
    type: 'integer',
    description: 'Most channels per platform type; -1 is unlimited',
    example: 5,
  })
  properties: number;
  @ApiProperty({ description: 'May collect video reviews', example: true }) video: boolean;
  @ApiProperty({ type: 'integer', enum: [0, 1], description: 'May send invitations', example: 1 })
  invite: number;
  @ApiProperty({ description: 'An address, or empty', example: '' }) image: string;
  @ApiProperty({ type: 'integer', description: 'Channels that are connected', example: 4 }) channels: number;
}
