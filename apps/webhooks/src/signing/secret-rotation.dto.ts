import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { ValidationCode } from '@plaudit/runtime';
import { IsInt, Max, Min } from 'class-validator';
import { DEFAULT_GRACE_HOURS, MAX_GRACE_HOURS } from './rotation-rule';

/** The body of POST /webhooks/rotate_secret/{id}. */
@ValidationCode('invalid_value', 422)
export class SecretRotationInput {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_GRACE_HOURS,
    default: DEFAULT_GRACE_HOURS,
    example: DEFAULT_GRACE_HOURS,
    description:
      'For how many hours deliveries are also signed with the previous secret; 0 drops all old secrets at once.',
  })
  @Optional()
  @Max(MAX_GRACE_HOURS)
  @Min(0)
  @IsInt()
  grace_hours?: number;
}
