import { ServiceEnv } from '@plaudit/runtime';
import { IsOptional, IsUrl } from 'class-validator';

export class ReviewsEnv extends ServiceEnv {
  /** Address of the widgets service, which gets a notice after every change that a widget may show. */
  @IsUrl({ require_tld: false })
  WIDGETS_URL: string;

  /** Address of the ai service, which translates. Without it, translations are unavailable. */
  @IsOptional()
  @IsUrl({ require_tld: false })
  AI_URL?: string;
}
