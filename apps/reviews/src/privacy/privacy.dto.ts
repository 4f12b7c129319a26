import { Optional } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { IsEmail, MaxLength } from 'class-validator';

/** Body of POST /privacy/erase: the one or the other. */
export class EraseInput {
  @ApiPropertyOptional({
    format: 'email',
    maxLength: 254,
    description: 'Whom invitations went to',
    example: 'noa@example.com',
  })
  @Optional()
  @IsEmail()
  @MaxLength(254)
  recipient?: string;

  @ApiPropertyOptional({
    format: 'email',
    maxLength: 254,
    description: 'Who wrote the reviews',
    example: 'noa@example.com',
  })
  @Optional()
  @IsEmail()
  @MaxLength(254)
  from_email?: string;
}

export class ErasedResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Reviews that were anonymised', example: 2 }) reviews: number;
}
