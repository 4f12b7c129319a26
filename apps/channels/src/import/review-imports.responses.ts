import { ApiProperty } from '@nestjs/swagger';
import { BulkErrorResponse } from '@plaudit/runtime';
import { ChannelResponse } from '../channels/channels.responses';
import { IMPORT_FIELDS, type ImportField } from './import-columns';

export class ImportColumnResponse {
  @ApiProperty({ description: 'Name of the column; of one without a name, its place', example: 'userName' })
  column: string;
  @ApiProperty({ enum: IMPORT_FIELDS, description: 'What the column became', example: 'from_name' })
  field: ImportField;
}

export class ImportScaleResponse {
  @ApiProperty({ type: 'integer', description: 'Best rating of rows that do not name it', example: 10 })
  value: number;
  @ApiProperty({
    enum: ['told', 'guessed', 'assumed'],
    description:
      'told by the request or the name of the column; guessed because several ratings are above the best one of the platform, so ask the person who knows the file; assumed from the platform',
    example: 'guessed',
  })
  from: 'told' | 'guessed' | 'assumed';
}

export class ImportOrderResponse {
  @ApiProperty({
    enum: ['dmy', 'mdy'],
    description: 'Whether the day or the month comes first in dates such as 03/04/2026',
    example: 'mdy',
  })
  value: 'dmy' | 'mdy';
  @ApiProperty({
    enum: ['told', 'read', 'assumed'],
    description:
      'told by the request; read from dates of the file with a number above 12; assumed because no date shows it, or dates show both',
    example: 'read',
  })
  from: 'told' | 'read' | 'assumed';
}

export class ReviewImportResponse {
  @ApiProperty({ enum: [true], description: 'true even if no row was valid', example: true })
  success: boolean;
  @ApiProperty({ description: 'The validate_only of the request', example: false }) validate_only: boolean;
  @ApiProperty({
    type: 'integer',
    description: 'Number of rows below the header, which are valid, invalid or hidden',
    example: 3,
  })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Number of valid rows', example: 2 }) valid: number;
  @ApiProperty({ type: 'integer', description: 'Number of rows that are not valid', example: 1 })
  invalid: number;
  @ApiProperty({
    type: 'integer',
    description:
      'Number of rows that the file marks as deleted, hidden, spam or waiting for approval. They are not collected. A review that an earlier import brought gets removed_on.',
    example: 0,
  })
  hidden: number;
  @ApiProperty({
    type: [String],
    description: 'Names of the columns that mark them. Leave the column out of the file to import its rows.',
    example: [],
  })
  hidden_by: string[];
  @ApiProperty({
    type: 'integer',
    description: 'Number of reviews that are new to the channel; 0 with validate_only',
    example: 2,
  })
  inserted: number;
  @ApiProperty({
    type: 'integer',
    description: 'Number of reviews of earlier imports that were different and have changed',
    example: 0,
  })
  updated: number;
  @ApiProperty({
    type: [BulkErrorResponse],
    description: 'One error per row that is not valid. index counts the rows below the header from 0.',
    example: [
      {
        index: 1,
        field: 'rating_value',
        code: 'validation_failed',
        msg: 'rating_value must be between 0 and rating_scale (5).',
      },
    ],
  })
  errors: BulkErrorResponse[];
  @ApiProperty({ type: [ImportColumnResponse], description: 'What the columns became, in their order' })
  columns: ImportColumnResponse[];
  @ApiProperty({
    type: [String],
    description: 'Names of the columns that were not read, in their order',
    example: ['published'],
  })
  ignored_columns: string[];
  @ApiProperty({ type: ImportScaleResponse, description: 'How ratings were read' })
  rating_scale: ImportScaleResponse;
  @ApiProperty({
    type: ImportOrderResponse,
    nullable: true,
    description: 'How dates of numbers were read. null if the file has no date with the year at its end.',
  })
  date_order: ImportOrderResponse | null;
}

export class DashboardImportResponse extends ReviewImportResponse {
  @ApiProperty({
    type: ChannelResponse,
    nullable: true,
    description: 'The new channel. null with validate_only, and if no row was valid.',
  })
  channel: ChannelResponse | null;
}
