import { ApiProperty } from '@nestjs/swagger';
import { BulkErrorResponse } from '@plaudit/runtime';
import { ChannelResponse } from '../channels/channels.responses';

export class ReviewImportResponse {
  @ApiProperty({ enum: [true], description: 'true even if no row was valid', example: true })
  success: boolean;
  @ApiProperty({ description: 'The validate_only of the request', example: false }) validate_only: boolean;
  @ApiProperty({ type: 'integer', description: 'Number of rows below the header', example: 3 }) total: number;
  @ApiProperty({ type: 'integer', description: 'Number of valid rows', example: 2 }) valid: number;
  @ApiProperty({ type: 'integer', description: 'Number of rows that are not valid', example: 1 })
  invalid: number;
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
}

export class DashboardImportResponse extends ReviewImportResponse {
  @ApiProperty({
    type: ChannelResponse,
    nullable: true,
    description: 'The new channel. null with validate_only, and if no row was valid.',
  })
  channel: ChannelResponse | null;
}
