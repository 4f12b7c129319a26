import { IsId, KEY_SCOPES, type KeyScope, Nullable } from '@plaudit/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { DURATIONS, type Duration } from './consent-offer';

/** Body of POST /app/authorize/{uid}/approve. */
export class ConsentInput {
  /** The user whom the page showed. Another one may have signed in meanwhile, in another tab. */
  @IsId()
  user_id: number;

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
