import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ERROR_STATUS } from '@plaudit/contracts';
import { ReviewCreateInput } from './additions.dto';
import { MAX_ITEMS } from './bulk-items';

/** Documents the body of POST /reviews/add_bulk. `readBulk` reads it item by item. */
export class ReviewBulkInput {
  @ApiProperty({
    type: [ReviewCreateInput],
    minItems: 1,
    maxItems: MAX_ITEMS,
    description: 'Reviews in the form of POST /reviews/add',
  })
  reviews: ReviewCreateInput[];

  @ApiPropertyOptional({
    description: 'If true, nothing is stored and the response shows what would happen',
    default: false,
    example: false,
  })
  validate_only?: boolean;
}

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
    description: 'The code that the operation for a single review returns',
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
    description: 'Id of the stored review that the item duplicates',
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

export class ReviewBulkResponse extends BulkResponse {
  @ApiProperty({ type: 'integer', description: 'Number of stored reviews; 0 with validate_only', example: 2 })
  inserted: number;
}
