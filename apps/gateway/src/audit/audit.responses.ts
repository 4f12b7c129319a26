import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { wireDate } from '@plaudit/contracts';
import { AUDIT_ACTOR_TYPES, type AuditActorType, type AuditEntity } from './audit.entity';

class AuditActorResponse {
  @ApiProperty({
    enum: AUDIT_ACTOR_TYPES,
    description: 'operator is a command on the server; anonymous is a person who is not signed in',
    example: 'key',
  })
  type: AuditActorType;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Id of the key or user; null for other actors',
    example: 31,
  })
  id: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the key or email of the user at that time',
    example: 'Website (rk_8fJ2kQ0v…)',
  })
  name: string | null;
}

class AuditTargetResponse {
  @ApiProperty({ example: 'user', description: 'Type of the changed object' }) type: string;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Id of the changed object; null if it has none',
    example: 21,
  })
  id: number | null;
}

const FIELDS = { type: 'object', additionalProperties: true, nullable: true } as const;

export class AuditItemResponse {
  @ApiProperty({ example: 811, description: 'Id of the item; later items have greater ids' }) id: number;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'Time of the action, UTC' })
  created_on: string;
  @ApiProperty({ type: AuditActorResponse, description: 'Key, user or operator who did it' })
  actor: AuditActorResponse;
  @ApiProperty({ example: 'user.updated', description: 'The action, as noun.verb' }) action: string;
  @ApiProperty({ type: AuditTargetResponse, description: 'The object of the action' })
  target: AuditTargetResponse;
  @ApiProperty({
    ...FIELDS,
    description: 'The changed fields before the change; null for a new object',
    example: { role: 'user' },
  })
  before: object | null;
  @ApiProperty({
    ...FIELDS,
    description: 'The changed fields after the change; null for a deleted object',
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
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'IPv4 or IPv6 address of the client; null if the server did it by itself',
    example: '203.0.113.7',
  })
  address: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'User-Agent of the client, at most 255 characters',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  agent: string | null;
}

export const AUDIT_CSV_EXAMPLE = [
  '"id","created_on","actor_type","actor_id","actor_name","action","target_type","target_id","before","after","request_id","address","agent"',
  '"811","2026-09-20 02:39:26","key","31","Website (rk_8fJ2kQ0v…)","user.updated","user","21","{""role"":""user""}","{""role"":""editor""}","4a1f6a3e-6f0b-4f0e-9d0a-1f6b2c3d4e5f","203.0.113.7","curl/8.14"',
  '',
].join('\r\n');

export class AuditListResponse {
  @ApiProperty({ type: [AuditItemResponse], description: 'Items, newest first' }) items: AuditItemResponse[];
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor of the next page; absent when items is empty',
    example: 811,
  })
  next_before_id?: number;
}

export function toAuditListResponse(rows: readonly AuditEntity[]): AuditListResponse {
  const items = rows.map(toItemResponse);
  const last = items.at(-1);
  return last ? { items, next_before_id: last.id } : { items };
}

function toItemResponse(row: AuditEntity): AuditItemResponse {
  return {
    id: row.id,
    created_on: wireDate(row.created_on),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    before: row.before,
    after: row.after,
    request_id: row.request_id,
    address: row.address,
    agent: row.agent,
  };
}
