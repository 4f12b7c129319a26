import { IsId, KEY_SCOPES, type KeyScope, Nullable } from '@plaudit/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { DURATIONS, type Duration } from './consent-offer';

/** Body of POST /app/authorize/{uid}/approve. */
export class ConsentInput {
  @IsId()
  sub_account_id: number;

  @IsIn(KEY_SCOPES, { each: true })
  @ArrayMaxSize(KEY_SCOPES.length)
  @ArrayMinSize(1)
  @IsArray()
  scopes: KeyScope[];

  /** For how many days. Null means until a person ends it. */
  @Nullable()
  @IsIn(DURATIONS)
  days: Duration;
}
