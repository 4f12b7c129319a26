import { ServiceEnv } from '@plaudit/runtime';
import { IsOptional, IsUrl } from 'class-validator';

export class ReviewsEnv extends ServiceEnv {
  /** Told after every change that a widget could show. */
  @IsUrl({ require_tld: false })
  WIDGETS_URL: string;

  /** Asked for translations; without it none are available. */
  @IsOptional()
  @IsUrl({ require_tld: false })
  AI_URL?: string;
}
