import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BulkErrorResponse, BulkResponse, MAX_BULK_ITEMS } from '@plaudit/runtime';
import { InviteCreateInput } from './additions.dto';

/** Documents the body of POST /invite/requests/add_bulk. `readBulk` reads it item by item. */
export class InviteBulkInput {
  @ApiProperty({
    type: [InviteCreateInput],
    minItems: 1,
    maxItems: MAX_BULK_ITEMS,
    description: 'Requests in the form of POST /invite/requests/add',
  })
  requests: InviteCreateInput[];

  @ApiPropertyOptional({
    description: 'If true, nothing is stored and the response shows what would happen',
    default: false,
    example: false,
  })
  validate_only?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Id of the settings profile of the requests that name none; default: the default profile',
    example: 5,
  })
  settings_id?: number;
}

export class InviteBulkResponse extends BulkResponse {
  @ApiProperty({
    type: 'integer',
    description:
      'Number of stored requests; 0 with validate_only. A request whose reference exists has its id in ids, but is not stored again',
    example: 2,
  })
  inserted: number;

  @ApiProperty({
    type: [BulkErrorResponse],
    description: 'One error per invalid request',
    example: [
      {
        index: 1,
        field: 'recipient',
        code: 'invalid_recipient',
        msg: 'recipient must be one email address without a name, such as bob@example.com.',
      },
    ],
  })
  override errors: BulkErrorResponse[];
}
