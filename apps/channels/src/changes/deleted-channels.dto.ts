import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsString, Matches, MaxLength } from 'class-validator';

export class DeletedChannelsQuery {
  @ApiPropertyOptional({
    example: '2026-01-01 06:00:00',
    description:
      'Deleted on or after this date or datetime (UTC). Send the deleted_until of the previous synchronisation. An empty value means left out.',
  })
  @Optional()
  @IsString()
  @MaxLength(40)
  since?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 1_000,
    example: 100,
    description: 'Number of items per page.',
  })
  @Optional()
  @Matches(/^([1-9]\d{0,2}|1000)$/, { message: 'limit must be an integer from 1 to 1000' })
  limit?: string;

  @ApiPropertyOptional({
    maxLength: 40,
    example: '1789871000000000_42',
    description: 'next_cursor of the previous page. Do not take it apart.',
  })
  @Optional()
  @Matches(/^\d{1,17}_\d{1,15}$/, { message: 'cursor must be the next_cursor of the previous page' })
  cursor?: string;
}
