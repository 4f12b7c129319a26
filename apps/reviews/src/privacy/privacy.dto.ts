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

class ErasedSubAccountResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the sub account', example: 1 }) sub_account_id: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of its reviews', example: 2 })
  reviews: number;
}

export class ErasedResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Number of reviews that were anonymised', example: 2 })
  reviews: number;
  @ApiProperty({
    type: [ErasedSubAccountResponse],
    description: 'The sub accounts that had reviews of the person',
    example: [{ sub_account_id: 1, reviews: 2 }],
  })
  sub_accounts: ErasedSubAccountResponse[];
}
