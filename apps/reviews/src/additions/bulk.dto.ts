import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BulkResponse, DATE_ORDERS, type DateOrder, MAX_BULK_ITEMS } from '@plaudit/runtime';
import { ReviewCreateInput } from './additions.dto';

/** Documents the body of POST /reviews/add_bulk. `readBulk` reads it item by item. */
export class ReviewBulkInput {
  @ApiProperty({
    type: [ReviewCreateInput],
    minItems: 1,
    maxItems: MAX_BULK_ITEMS,
    description: 'Reviews in the form of POST /reviews/add',
  })
  reviews: ReviewCreateInput[];

  @ApiPropertyOptional({
    enum: DATE_ORDERS,
    description: 'The date_order of each review that has none of its own',
    example: 'dmy',
  })
  date_order?: DateOrder;

  @ApiPropertyOptional({
    description: 'If true, nothing is stored and the response shows what would happen',
    default: false,
    example: false,
  })
  validate_only?: boolean;
}

export class ReviewBulkResponse extends BulkResponse {
  @ApiProperty({ type: 'integer', description: 'Number of stored reviews; 0 with validate_only', example: 2 })
  inserted: number;
}
