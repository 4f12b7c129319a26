import { Optional } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { IsEmail, MaxLength } from 'class-validator';

/** Body of POST /privacy/erase. Exactly one of the two fields must be sent. */
export class EraseInput {
  @ApiPropertyOptional({
    format: 'email',
    maxLength: 254,
    description: 'Email address that invitations were sent to',
    example: 'noa@example.com',
  })
  @Optional()
  @IsEmail()
  @MaxLength(254)
  recipient?: string;

  @ApiPropertyOptional({
    format: 'email',
    maxLength: 254,
    description: 'Email address of the author of reviews',
    example: 'noa@example.com',
  })
  @Optional()
  @IsEmail()
  @MaxLength(254)
  from_email?: string;
}

export class ErasedResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Number of reviews that were anonymised', example: 2 })
  reviews: number;
}
