import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ERROR_STATUS } from '@plaudit/contracts';
import { ReviewCreateInput } from './additions.dto';
import { MAX_ITEMS } from './bulk-items';

/** Body of POST /reviews/add_bulk, for its documentation; it is read by hand, item by item. */
export class ReviewBulkInput {
  @ApiProperty({
    type: [ReviewCreateInput],
    minItems: 1,
    maxItems: MAX_ITEMS,
    description: 'Each as POST /reviews/add takes it',
  })
  reviews: ReviewCreateInput[];

  @ApiPropertyOptional({ description: 'Only says what would happen', default: false, example: false })
  validate_only?: boolean;
}

export class BulkErrorResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Of the item in the request', example: 1 })
  index: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The field at fault; null when the item is no object',
    example: 'posted_on',
  })
  field: string | null;
  @ApiProperty({
    enum: Object.keys(ERROR_STATUS),
    description: 'As POST /reviews/add answers it',
    example: 'invalid_date',
  })
  code: string;
  @ApiProperty({
    description: 'One sentence that names the field and the fix',
    example: 'posted_on must lie between 1995 and tomorrow.',
  })
  msg: string;
  @ApiPropertyOptional({ type: 'integer', description: 'The review that a duplicate repeats', example: 4711 })
  existing_id?: number;
}

export class ReviewBulkResponse {
  @ApiProperty({ enum: [true], description: 'Also when no item was valid', example: true }) success: boolean;
  @ApiProperty({ description: 'As it was asked', example: false }) validate_only: boolean;
  @ApiProperty({ type: 'integer', description: 'Items in the request', example: 3 }) total: number;
  @ApiProperty({ type: 'integer', description: 'Items that may be added', example: 2 }) valid: number;
  @ApiProperty({ type: 'integer', description: 'Items that may not', example: 1 }) invalid: number;
  @ApiProperty({ type: 'integer', description: '0 with validate_only', example: 2 }) inserted: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', nullable: true },
    description: 'One for each item, in order; null where nothing was inserted',
    example: [4712, null, 4713],
  })
  ids: (number | null)[];
  @ApiProperty({
    type: [BulkErrorResponse],
    description: 'One for each invalid item',
    example: [
      {
        index: 1,
        field: 'posted_on',
        code: 'invalid_date',
        msg: 'posted_on must lie between 1995 and tomorrow.',
      },
    ],
  })
  errors: BulkErrorResponse[];
}
