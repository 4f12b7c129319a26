import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { AUDIT_ACTOR_TYPES, type AuditActorType } from './audit.entity';

const MAX_LIMIT = 100;
const ID = /^[1-9]\d{0,14}$/;

/** Query of GET /account/audit.csv, and the filters of GET /account/audit. */
export class AuditExportQuery {
  @ApiPropertyOptional({ description: 'Only this action, as noun.verb', example: 'user.signed_in' })
  @Optional()
  @Matches(/^[a-z_]{1,40}\.[a-z_]{1,40}$/, {
    message: 'action must be a noun and a verb, such as user.created',
  })
  action?: string;

  @ApiPropertyOptional({
    enum: AUDIT_ACTOR_TYPES,
    description: 'Only actions of this type of actor',
    example: 'key',
  })
  @Optional()
  @IsIn(AUDIT_ACTOR_TYPES)
  actor_type?: AuditActorType;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Only actions of the key or user with this id; use it with actor_type',
    example: 31,
  })
  @Optional()
  @Matches(ID, { message: 'actor_id must be a positive integer' })
  actor_id?: string;

  @ApiPropertyOptional({ description: 'Only actions on this type of object', example: 'user' })
  @Optional()
  @Matches(/^[a-z_]{1,40}$/, { message: 'target_type must be a type of object, such as user or sub_account' })
  target_type?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Only actions on the object with this id; use it with target_type',
    example: 21,
  })
  @Optional()
  @Matches(ID, { message: 'target_id must be a positive integer' })
  target_id?: string;

  @ApiPropertyOptional({ description: 'On or after this date or datetime (UTC)', example: '2026-01-01' })
  @Optional()
  @IsString()
  @MaxLength(40)
  since?: string;

  @ApiPropertyOptional({
    description: 'On or before this date (the whole day) or datetime (UTC)',
    example: '2026-01-31',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  until?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description:
      'Cursor: next_before_id of the previous page, or the id of the last line of the previous export',
    example: 812,
  })
  @Optional()
  @Matches(ID, { message: 'before_id must be a positive integer' })
  before_id?: string;
}

/** Query of GET /account/audit. */
export class AuditQuery extends AuditExportQuery {
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
}
