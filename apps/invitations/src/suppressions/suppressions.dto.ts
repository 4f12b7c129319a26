import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { INVITE_TYPES, type InviteType, Optional } from '@plaudit/contracts';
import { ListQuery } from '@plaudit/runtime';
import { IsIn, IsString, MaxLength } from 'class-validator';
import { SUPPRESSION_REASONS, type SuppressionReason } from './suppression';

/** The longest text that can be a recipient. */
const MAX_RECIPIENT = 320;
/** The most recipients of one import. */
export const MAX_IMPORTED = 10_000;

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
