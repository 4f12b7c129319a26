import { Optional } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { AUDIT_ACTOR_TYPES, type AuditActorType } from './audit.entity';

const MOST = 100;

/** Query of GET /account/audit. */
export class AuditQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST,
    default: 25,
    example: 25,
    description: 'Items of a page',
  })
  @Optional()
  @Matches(/^([1-9]\d?|100)$/, { message: `limit must be an integer from 1 to ${MOST}` })
  limit?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor: next_before_id of the last page',
    example: 812,
  })
  @Optional()
  @Matches(/^[1-9]\d{0,15}$/, { message: 'before_id must be a positive integer' })
  before_id?: string;
}

class AuditActorResponse {
  @ApiProperty({
    enum: AUDIT_ACTOR_TYPES,
    description: 'operator: a command on the server; anonymous: whoever was refused a sign-in',
    example: 'key',
  })
  type: AuditActorType;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Of the key or user; null for the others',
    example: 31,
  })
  id: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the key or email of the user, as it was then',
    example: 'Website (rk_8fJ2kQ0v…)',
  })
  name: string | null;
}

class AuditTargetResponse {
  @ApiProperty({ example: 'user', description: 'What was changed' }) type: string;
  @ApiProperty({ type: Number, nullable: true, description: 'Its id; null without one', example: 21 }) id:
    number | null;
}

const FIELDS = { type: 'object', additionalProperties: true, nullable: true } as const;

export class AuditItemResponse {
  @ApiProperty({ example: 811, description: 'Greater for later changes' }) id: number;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When it was changed, UTC' })
  created_on: string;
  @ApiProperty({ type: AuditActorResponse, description: 'Who changed it, as it was then' })
  actor: AuditActorResponse;
  @ApiProperty({ example: 'user.updated', description: 'What was done, as subject.verb' }) action: string;
  @ApiProperty({ type: AuditTargetResponse, description: 'What it was done to' }) target: AuditTargetResponse;
  @ApiProperty({
    ...FIELDS,
    description: 'The fields that changed, as they were; null for what is new',
    example: { role: 'user' },
  })
  before: object | null;
  @ApiProperty({
    ...FIELDS,
    description: 'The same fields afterwards; null for what was deleted',
    example: { role: 'editor' },
  })
  after: object | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'X-Request-Id of the request that made the change',
    example: '4a1f6a3e-6f0b-4f0e-9d0a-1f6b2c3d4e5f',
  })
  request_id: string | null;
}

export class AuditListResponse {
  @ApiProperty({ type: [AuditItemResponse], description: 'Newest first' }) items: AuditItemResponse[];
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor; absent when there are no items',
    example: 811,
  })
  next_before_id?: number;
}
