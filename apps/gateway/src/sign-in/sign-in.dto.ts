import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsId, Optional, Trimmed } from '@plaudit/contracts';
import { IsBoolean, IsString, Length, Matches, MaxLength } from 'class-validator';

/** No stored password is this long. Refusing longer ones saves the time to hash them. */
export const MAX_TYPED_PASSWORD_LENGTH = 1_000;
/** A recovery code has 29 characters, and people may type spaces. */
export const MAX_CODE_LENGTH = 64;

export class SignInInput {
  @ApiProperty({
    example: 'owner@example.com',
    description: 'The email address that the user signs in with.',
  })
  @IsString()
  @Length(1, 254)
  @Trimmed()
  email: string;

  @ApiProperty({
    example: 'correct horse battery',
    format: 'password',
    description: 'The password of that user.',
  })
  @IsString()
  @Length(1, MAX_TYPED_PASSWORD_LENGTH)
  password: string;

  @ApiPropertyOptional({
    maxLength: MAX_CODE_LENGTH,
    example: '492039',
    description:
      'The code of the authenticator app, or a recovery code. Needed only if the user has two-factor sign-in.',
  })
  @Optional()
  @IsString()
  @MaxLength(MAX_CODE_LENGTH)
  code?: string;
}

/** Body of the sign-in page. */
export class PageSignInInput extends SignInInput {
  /** The account to sign in to, if the email has a user in several accounts. */
  @Optional()
  @IsId()
  account_id?: number;

  /** True to stay signed in for 30 days, also after the browser was closed. */
  @Optional()
  @IsBoolean()
  remember?: boolean;
}

export class OneTimeTokenInput {
  @IsString()
  @MaxLength(100)
  @Matches(/^[\w-]*$/, { message: 'token must be the token of a sign-in link' })
  token: string;
}
