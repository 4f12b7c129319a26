import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { ValidationCode } from '@plaudit/runtime';
import { IsString, MaxLength } from 'class-validator';

/** The body of POST /webhooks/recover/{id}. The service reads the dates. */
@ValidationCode('invalid_value', 422)
export class RecoveryInput {
  @ApiProperty({
    maxLength: 40,
    example: '2026-09-20 02:00:00',
    description:
      'Send again what failed on or after this date or datetime (UTC), at most 14 days before the end of the time.',
  })
  @IsString()
  @MaxLength(40)
  since: string;

  @ApiPropertyOptional({
    maxLength: 40,
    example: '2026-09-21',
    description: 'The end of the time: a date (the whole day) or a datetime (UTC). The default is now.',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  until?: string;
}
