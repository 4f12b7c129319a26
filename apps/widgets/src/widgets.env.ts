import { EnvNumber, ServiceEnv } from '@plaudit/runtime';
import { IsInt, IsUrl, Min } from 'class-validator';

export class WidgetsEnv extends ServiceEnv {
  /** The reviews service, which returns the reviews that a widget shows. */
  @IsUrl({ require_tld: false })
  REVIEWS_URL: string;

  /** Review images that a client address may request per minute and replica while no copy is cached. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  IMAGE_MISSES_PER_MINUTE = 300;
}
