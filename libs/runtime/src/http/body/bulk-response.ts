import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ERROR_STATUS } from '@plaudit/contracts';

export class BulkErrorResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Index of the item in the request, from 0',
    example: 1,
  })
  index: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The invalid field; null if the item is not an object',
    example: 'posted_on',
  })
  field: string | null;
  @ApiProperty({
    enum: Object.keys(ERROR_STATUS),
    description: 'The code that the operation for a single item returns',
    example: 'invalid_date',
  })
  code: string;
  @ApiProperty({
    description: 'A sentence that names the field and says what to do',
    example: 'posted_on must lie between 1900 and tomorrow.',
  })
  msg: string;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Id of the stored record that the item duplicates',
    example: 4711,
  })
  existing_id?: number;
}

/** What the responses of all bulks have. */
export class BulkResponse {
  @ApiProperty({ enum: [true], description: 'true even if no item was valid', example: true })
  success: boolean;
  @ApiProperty({ description: 'The validate_only of the request', example: false }) validate_only: boolean;
  @ApiProperty({ type: 'integer', description: 'Number of items in the request', example: 3 }) total: number;
  @ApiProperty({ type: 'integer', description: 'Number of valid items', example: 2 }) valid: number;
  @ApiProperty({ type: 'integer', description: 'Number of invalid items', example: 1 }) invalid: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', nullable: true },
    description: 'One id per item, in order; null if the item is invalid or was not stored',
    example: [4712, null, 4713],
  })
  ids: (number | null)[];
  @ApiProperty({
    type: [BulkErrorResponse],
    description: 'One error per invalid item',
    example: [
      {
        index: 1,
        field: 'posted_on',
        code: 'invalid_date',
        msg: 'posted_on must lie between 1900 and tomorrow.',
      },
    ],
  })
  errors: BulkErrorResponse[];
}
