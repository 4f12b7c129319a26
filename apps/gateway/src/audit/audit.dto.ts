import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';

const MAX_LIMIT = 100;

/** Query of GET /account/audit. */
export class AuditQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: 25,
    example: 25,
    description: 'Number of items per page',
  })
  @Optional()
  @Matches(/^([1-9]\d?|100)$/, { message: `limit must be an integer from 1 to ${MAX_LIMIT}` })
  limit?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor: next_before_id of the previous page',
    example: 812,
  })
  @Optional()
  @Matches(/^[1-9]\d{0,15}$/, { message: 'before_id must be a positive integer' })
  before_id?: string;
}
