import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { IsName } from '@plaudit/runtime';
import type { DateOrder } from '@plaudit/runtime/content';

const DATE_ORDERS = ['dmy', 'mdy'] as const;
const FLAG = ['0', '1', 'true', 'false', ''];

/** Query of POST /channels/import/{id}. An empty value means left out. */
export class ReviewImportQuery {
  @ApiPropertyOptional({
    enum: ['1', 'true', '0', 'false'],
    description: '1 or true only checks the file. The same as validate_only of the JSON object.',
    example: '1',
  })
  @Optional()
  @IsIn(FLAG)
  validate_only?: string;

  @ApiPropertyOptional({
    enum: DATE_ORDERS,
    description: 'The same as date_order of the JSON object, which counts if both are given',
    example: 'mdy',
  })
  @Optional()
  @IsIn([...DATE_ORDERS, ''])
  date_order?: DateOrder | '';

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'The same as rating_scale of the JSON object, which counts if both are given',
    example: 10,
  })
  @Optional()
  @Matches(/^(?:[1-9]\d?|100)?$/, { message: 'rating_scale must be an integer from 1 to 100.' })
  rating_scale?: string;
}

/** Query of POST /channels/import with a body of text/csv. */
export class DashboardImportQuery extends ReviewImportQuery {
  @ApiPropertyOptional({ description: 'With text/csv: the same as type of the JSON object', example: 'csv' })
  @Optional()
  @IsString()
  @MaxLength(100)
  type?: string;

  @ApiPropertyOptional({
    description: 'With text/csv: the same as name of the JSON object',
    example: 'Acme Bakery, market stall',
  })
  @Optional()
  @IsString()
  @MaxLength(191)
  name?: string;
}

/** Body of POST /channels/import/{id} as application/json. */
export class ReviewImportInput {
  @ApiProperty({
    description:
      'The file: CSV with a header, 500 rows at most. Commas, semicolons and tabs are recognised as delimiters.',
    example: 'author,rating,text,date\nLena Vogt,4,Friendly staff.,2026-02-03\n',
  })
  @IsString()
  @IsNotEmpty()
  csv: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: {
      nullable: true,
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
    description:
      'Names of columns by field, for columns that are not recognised. null leaves a field out. from_name, text and media take several names, at most 100, each column once. A column may be named for several fields. Fields: from_name, from_url, from_image, title, text, rating_value, rating_scale, posted_on, external_id, post_url, language, verified, reply, reply_posted_on, media.',
    example: { text: 'Opinion', from_name: 'Guest' },
  })
  mapping?: Record<string, string | string[] | null>;

  @ApiPropertyOptional({
    enum: DATE_ORDERS,
    description:
      'Whether the day or the month comes first in dates such as 03/04/2026. Default: what the other dates of the file show, or else the day.',
    example: 'mdy',
  })
  @Optional()
  @IsIn(DATE_ORDERS)
  date_order?: DateOrder;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description:
      'The best rating of rows that do not name it. Default: that of the platform, unless several ratings of the file are above it.',
    example: 10,
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(100)
  rating_scale?: number;

  @ApiPropertyOptional({
    description: 'If true, nothing is stored and the response shows which rows are not valid',
    default: false,
    example: false,
  })
  @Optional()
  @IsBoolean()
  validate_only?: boolean;
}

/** Body of POST /channels/import as application/json. */
export class DashboardImportInput extends ReviewImportInput {
  @ApiProperty({
    description: 'Slug or alias of a type with the method dashboard, from GET /channels/types',
    example: 'csv',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  type: string;

  @ApiProperty({
    minLength: 1,
    maxLength: 191,
    description: 'Name of the new channel, unique among the channels of its type',
    example: 'Acme Bakery, market stall',
  })
  @IsName()
  name: string;
}
