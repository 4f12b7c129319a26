import { IsEmailAddress, Optional, Trimmed } from '@plaudit/contracts';
import { IsName } from '@plaudit/runtime';
import { IsIn, IsString, MaxLength } from 'class-validator';
import { OneTimeTokenInput } from '../sign-in/sign-in.dto';
import { type Language, LANGUAGES } from '../users/languages';
import { MAX_PASSWORD_LENGTH } from '../users/password';
import { IsTimeZone } from '../users/time-zone';

/** Body of POST /app/setup. */
export class SetupInput extends OneTimeTokenInput {
  @IsName()
  name: string;

  @IsName()
  company_name: string;

  @IsString()
  @IsEmailAddress()
  @MaxLength(254)
  @Trimmed()
  email: string;

  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  password: string;

  @Optional()
  @IsTimeZone()
  time_zone?: string;

  @Optional()
  @IsIn(LANGUAGES)
  language?: Language;
}
