import { Optional, Trimmed } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { IsEmail, isEmail, MaxLength, ValidateBy } from 'class-validator';
import { isPhoneNumber } from './person';

const MAX_ADDRESS = 254;

function IsRecipient(): PropertyDecorator {
  return ValidateBy({
    name: 'isRecipient',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && value.length <= MAX_ADDRESS && (isPhoneNumber(value) || isEmail(value)),
      defaultMessage: (args) =>
        `${args?.property} must be an email address, or a phone number with + and country code such as +33612345678`,
    },
  });
}

/** Body of POST /privacy/erase. Exactly one of the two fields must be sent. */
export class EraseInput {
  @ApiPropertyOptional({
    maxLength: MAX_ADDRESS,
    description: 'Email address, or phone number as E.164 writes it, that invitations were sent to',
    example: 'noa@example.com',
  })
  @Optional()
  @IsRecipient()
  @Trimmed()
  recipient?: string;

  @ApiPropertyOptional({
    format: 'email',
    maxLength: MAX_ADDRESS,
    description: 'Email address of the author of reviews',
    example: 'noa@example.com',
  })
  @Optional()
  @IsEmail()
  @MaxLength(MAX_ADDRESS)
  @Trimmed()
  from_email?: string;
}

class ErasedSubAccountResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the sub account', example: 1 }) sub_account_id: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of its reviews', example: 2 })
  reviews: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of its invitations', example: 1 })
  invitations: number;
}

export class ErasedResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Number of reviews that were anonymised', example: 2 })
  reviews: number;
  @ApiProperty({
    type: 'integer',
    description: 'Number of invitations, with their reminders, that were anonymised',
    example: 1,
  })
  invitations: number;
  @ApiProperty({
    type: [ErasedSubAccountResponse],
    description: 'The sub accounts that had reviews by the person or invitations to the person',
    example: [{ sub_account_id: 1, reviews: 2, invitations: 1 }],
  })
  sub_accounts: ErasedSubAccountResponse[];
}
