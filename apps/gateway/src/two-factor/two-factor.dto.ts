import { Optional } from '@plaudit/contracts';
import { IsString, MaxLength } from 'class-validator';
import { MAX_CODE_LENGTH, MAX_TYPED_PASSWORD_LENGTH } from '../sign-in/sign-in.dto';

export class ProofInput {
  @Optional()
  @IsString()
  @MaxLength(MAX_TYPED_PASSWORD_LENGTH)
  password?: string;

  @Optional()
  @IsString()
  @MaxLength(MAX_CODE_LENGTH)
  code?: string;
}

export class CodeInput {
  @IsString()
  @MaxLength(MAX_CODE_LENGTH)
  code: string;
}
