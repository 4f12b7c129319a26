import { Optional } from '@plaudit/contracts';
import { IsString, MaxLength } from 'class-validator';
import { MAX_CODE_LENGTH, MAX_TYPED_PASSWORD_LENGTH } from '../sign-in/sign-in.dto';

/** What a signed-in user sends again before a change that a stolen session must not make. */
export class ProofInput {
  @Optional()
  @IsString()
  @MaxLength(MAX_TYPED_PASSWORD_LENGTH)
  password?: string;

  /** The code of the authenticator app, or a recovery code. */
  @Optional()
  @IsString()
  @MaxLength(MAX_CODE_LENGTH)
  code?: string;
}
