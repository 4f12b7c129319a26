import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsBoolean, IsIn, IsNotEmpty, IsString, Length, MaxLength } from 'class-validator';

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
    additionalProperties: { type: 'string', nullable: true },
    description:
      'Names of columns by field, for columns that are not recognised. null leaves a field out. Fields: from_name, from_url, from_image, title, text, rating_value, rating_scale, posted_on, external_id, post_url, language, verified, reply, reply_posted_on.',
    example: { text: 'Opinion', from_name: 'Guest' },
  })
  mapping?: Record<string, string | null>;

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
  @IsString()
  @Length(1, 191)
  name: string;
}
