import { Nullable, Optional, Trimmed } from '@plaudit/contracts';
import { IsString, Length, MaxLength } from 'class-validator';
import { IsName } from '@plaudit/runtime';
import { MAX_CODE_LENGTH, OneTimeTokenInput } from '../sign-in/sign-in.dto';
import { MAX_PASSWORD_LENGTH } from '../users/password';

/** Body of POST /app/password/forgot. */
export class ForgottenPasswordInput {
  @IsString()
  @Length(1, 254)
  @Trimmed()
  email: string;
}

/** Body of POST /app/password/reset. */
export class ResetInput extends OneTimeTokenInput {
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  password: string;

  @Optional()
  @IsString()
  @MaxLength(MAX_CODE_LENGTH)
  code?: string;

  /** The full name of an invited user. Others keep theirs. */
  @Optional()
  @Nullable()
  @IsName()
  name?: string | null;
}
