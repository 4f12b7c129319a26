import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional } from '@plaudit/contracts';
import { IsName, ListQuery } from '@plaudit/runtime';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';

const MAX_PROPERTIES = 1_000_000;
const MAX_SEARCH_LENGTH = 191;

/** Query of GET /account/subaccounts. */
export class SubAccountListQuery extends ListQuery {
  @ApiPropertyOptional({
    maxLength: MAX_SEARCH_LENGTH,
    description: 'Only sub accounts whose name contains this text, ignoring case',
    example: 'bakery',
  })
  @Optional()
  @IsString()
  @MaxLength(MAX_SEARCH_LENGTH)
  q?: string;
}

/** Body of POST /account/subaccount. */
export class SubAccountAddInput {
  @ApiProperty({
    minLength: 1,
    maxLength: 191,
    description: 'Name of the sub account',
    example: 'Harbour Bakery',
  })
  @IsName()
  name: string;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: -1,
    maximum: MAX_PROPERTIES,
    description:
      "Maximum number of channels per platform type, at most the plan's limit. null means the plan's limit, -1 means unlimited.",
    example: 5,
  })
  @Optional()
  @Nullable()
  @IsInt()
  @Min(-1)
  @Max(MAX_PROPERTIES)
  properties?: number | null;
}

/** Body of PUT /account/subaccount/{id}. Fields that are not sent keep their values. */
export class SubAccountUpdateInput {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 191,
    description: 'Name of the sub account',
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
    description:
      'Maximum number of channels per platform type, as in POST. Changing it needs a key of the main sub account.',
    example: 5,
  })
  @Optional()
  @Nullable()
  @IsInt()
  @Min(-1)
  @Max(MAX_PROPERTIES)
  properties?: number | null;
}
