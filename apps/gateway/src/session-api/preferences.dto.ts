import { Nullable, Optional } from '@plaudit/contracts';
import { IsIn } from 'class-validator';
import { type Language, LANGUAGES } from '../users/languages';
import { IsTimeZone } from '../users/time-zone';

/** Body of PUT /app/session/preferences. What is not sent keeps its value. A null zone is that of the browser. */
export class PreferencesInput {
  @Optional()
  @IsIn(LANGUAGES)
  language?: Language;

  @Optional()
  @Nullable()
  @IsTimeZone()
  time_zone?: string | null;
}
