import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional } from '@plaudit/contracts';
import { FreeForm, plainLine } from '@plaudit/runtime';
import { IsString, MaxLength } from 'class-validator';
import { SCHEDULE_RULE } from '../../schedule/planned-time';
import { IsInviteData } from './input-checks';

export const MAX_NAME = 120;
/** Longer ones are refused before they are read. */
const MAX_RECIPIENT = 320;

/**
 * A field with the recipient of a message, required or not. Of several broken rules the last one here is reported, so the type
 * comes last.
 */
export function RecipientRules(): PropertyDecorator {
  return applyDecorators(MaxLength(MAX_RECIPIENT), IsString());
}

/** A field with the name of the recipient. */
export function NameField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      maxLength: MAX_NAME,
      description,
      example: 'Noa Bergman',
    }),
    Optional(),
    Nullable(),
    MaxLength(MAX_NAME),
    IsString(),
  );
}

/** A field with the time at which to send. */
export function ScheduleField(more: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      maxLength: 40,
      description: `When to send it: ${SCHEDULE_RULE}. ${more}`,
      example: '2026-09-20 09:00:00',
    }),
    Optional(),
    MaxLength(40),
    IsString(),
  );
}

/** A field with the values of the placeholders `{{data.…}}`. */
export function DataField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: {
        oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
        nullable: true,
      },
      description: `${description}: at most 20 keys of a-z, 0-9 and _, and 4 KiB as JSON`,
      example: { order: 'A-17' },
    }),
    Optional(),
    FreeForm(),
    IsInviteData(),
  );
}

/** Returns a name on one line without invisible characters, or null if nothing is left. */
export function readName(name: string | null | undefined): string | null {
  return plainLine(name ?? '') || null;
}
