import { ApiProperty } from '@nestjs/swagger';
import { INVITE_TYPES, type InviteType, wireDate } from '@plaudit/contracts';
import { BulkErrorResponse, BulkResponse, PagedListResponse, SuccessResponse } from '@plaudit/runtime';
import { SUPPRESSION_REASONS, type SuppressionReason, type SuppressionRecord } from './suppression';

export class SuppressionResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the entry', example: 71 }) id: number;
  @ApiProperty({ enum: INVITE_TYPES, description: 'How the person gets no messages', example: 'email' })
  type: InviteType;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The email address or phone number; null after the person was erased',
    example: 'noa@example.com',
  })
  recipient: string | null;
  @ApiProperty({
    enum: SUPPRESSION_REASONS,
    description:
      'unsubscribed through a message, bounce or complaint reported by the mail server, manual through this API, stop sent as an SMS, or erased',
    example: 'manual',
  })
  reason: SuppressionReason;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Id of the invitation request that led to it; null if none did',
    example: null,
  })
  request_id: number | null;
  @ApiProperty({ description: 'When the entry was added, UTC', example: '2026-09-20 10:00:04' })
  created_on: string;
}

export class SuppressionListResponse extends PagedListResponse {
  @ApiProperty({ type: [SuppressionResponse], description: 'The entries, oldest first' })
  items: SuppressionResponse[];
}

export class SuppressionGroupResponse {
  @ApiProperty({ enum: SUPPRESSION_REASONS, description: 'Why the people were added', example: 'bounce' })
  reason: SuppressionReason;
  @ApiProperty({ description: 'The hour in which they were added, UTC', example: '2026-09-20 10:00:00' })
  hour: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of people', example: 12 })
  count: number;
}

export class SuppressionGroupsResponse extends PagedListResponse {
  @ApiProperty({ type: [SuppressionGroupResponse], description: 'The groups, the newest hour first' })
  items: SuppressionGroupResponse[];
}

export class UndoneSuppressionsResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of people who were removed', example: 12 })
  removed: number;
}

export class AddedSuppressionResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the entry', example: 71 }) id: number;
  @ApiProperty({ type: SuppressionResponse, description: 'The entry, or the one that the person had before' })
  suppression: SuppressionResponse;
}

export class SuppressionImportResponse extends BulkResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Number of people who were not in the list before; 0 with validate_only',
    example: 2,
  })
  inserted: number;

  @ApiProperty({
    type: [BulkErrorResponse],
    description: 'One error per invalid recipient',
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

export function toSuppressionResponse(record: SuppressionRecord): SuppressionResponse {
  const { id, type, recipient, reason, source_request_id, created_on } = record;
  return { id, type, recipient, reason, request_id: source_request_id, created_on: wireDate(created_on) };
}
