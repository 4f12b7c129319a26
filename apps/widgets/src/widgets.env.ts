import { ServiceEnv } from '@plaudit/runtime';
import { IsUrl } from 'class-validator';

export class WidgetsEnv extends ServiceEnv {
  /** The reviews service, which returns the reviews that a widget shows. */
  @IsUrl({ require_tld: false })
  REVIEWS_URL: string;
}
