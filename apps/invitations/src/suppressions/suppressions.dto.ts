import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { INVITE_TYPES, type InviteType, Optional } from '@plaudit/contracts';
import { ListQuery } from '@plaudit/runtime';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { SUPPRESSION_REASONS, type SuppressionReason } from './suppression';

/** The longest text that can be a recipient. */
const MAX_RECIPIENT = 320;
/** The most recipients of one import. */
export const MAX_IMPORTED = 10_000;

/** The most hours of a page of groups. */
export const MAX_HOURS = 100;
const WIRE_HOUR = /^\d{4}-\d\d-\d\d \d\d:00:00$/;
const REASON = { enum: SUPPRESSION_REASONS, example: 'bounce' };
const HOUR = {
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:00:00$',
  example: '2026-09-20 10:00:00',
};
const HOUR_RULE = { message: 'hour must be the beginning of an hour in UTC, such as 2026-09-20 10:00:00' };

export class SuppressionListQuery extends ListQuery {
  @ApiPropertyOptional({ enum: INVITE_TYPES, description: 'Only entries of this type', example: 'email' })
  @Optional()
  @IsIn(INVITE_TYPES)
  type?: InviteType;

  @ApiPropertyOptional({
    enum: SUPPRESSION_REASONS,
    description: 'Only entries with this reason',
    example: 'bounce',
  })
  @Optional()
  @IsIn(SUPPRESSION_REASONS)
  reason?: SuppressionReason;

  @ApiPropertyOptional({
    maxLength: MAX_RECIPIENT,
    description: 'Only recipients that contain this text, in any case',
    example: 'example.com',
  })
  @Optional()
  @IsString()
  @MaxLength(MAX_RECIPIENT)
  search?: string;

  @ApiPropertyOptional({
    ...HOUR,
    description: 'Only entries that were added within this hour, UTC, from GET /invite/suppressions/groups',
  })
  @Optional()
  @Matches(WIRE_HOUR, HOUR_RULE)
  hour?: string;
}

/** Query of GET /invite/suppressions/groups. The cursor is the hour of the last group, in seconds since 1970. */
export class SuppressionGroupsQuery {
  @ApiPropertyOptional({ ...REASON, description: 'Only groups with this reason' })
  @Optional()
  @IsIn(SUPPRESSION_REASONS)
  reason?: SuppressionReason;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_HOURS,
    default: MAX_HOURS,
    description: 'Number of hours per page; an hour has one group for each reason',
    example: 50,
  })
  @Optional()
  @Matches(/^([1-9]\d?|100)$/, { message: `limit must be an integer from 1 to ${MAX_HOURS}` })
  limit?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'The cursor of the next page, as the previous page returned it',
    example: 1789898400,
  })
  @Optional()
  @Matches(/^[1-9]\d{0,10}$/, {
    message: 'cursor must be a positive integer, as the previous page returned it',
  })
  cursor?: string;
}

/** Body of POST /invite/suppressions/undo. */
export class SuppressionUndoInput {
  @ApiProperty({
    ...REASON,
    description:
      'The reason of the group: bounce or manual. People who asked for no more messages stay in the list',
  })
  @IsIn(SUPPRESSION_REASONS)
  reason: SuppressionReason;

  @ApiProperty({ ...HOUR, description: 'The hour of the group, UTC, from GET /invite/suppressions/groups' })
  @Matches(WIRE_HOUR, HOUR_RULE)
  hour: string;
}

/** Body of POST /invite/suppressions/add, and one entry of an import. */
export class SuppressionInput {
  @ApiProperty({
    maxLength: MAX_RECIPIENT,
    description: 'An email address, or a phone number with its country code',
    example: 'noa@example.com',
  })
  @IsString()
  @MaxLength(MAX_RECIPIENT)
  recipient: string;

  @ApiPropertyOptional({
    enum: INVITE_TYPES,
    description: 'Default: email if the recipient has an @, otherwise sms',
    example: 'email',
  })
  @Optional()
  @IsIn(INVITE_TYPES)
  type?: InviteType;
}

/** Documents the body of POST /invite/suppressions/import. `readImport` reads it entry by entry. */
export class SuppressionImportInput {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_IMPORTED,
    items: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/SuppressionInput' }] },
    description: 'Addresses and numbers, each as text or in the form of POST /invite/suppressions/add',
    example: ['noa@example.com', { recipient: '+33612345678', type: 'sms' }],
  })
  recipients: (string | SuppressionInput)[];

  @ApiPropertyOptional({
    description: 'If true, nothing is stored and the response shows what would happen',
    default: false,
    example: false,
  })
  validate_only?: boolean;
}
