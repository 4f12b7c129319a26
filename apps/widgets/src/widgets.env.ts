import { outboundProblems } from '@plaudit/outbound';
import { EnvNumber, EnvServiceUrl, ServiceEnv } from '@plaudit/runtime';
import { IsInt, IsOptional, Min } from 'class-validator';

export class WidgetsEnv extends ServiceEnv {
  /** Origins of the reviews service, with commas. It returns the reviews that a widget shows. */
  @EnvServiceUrl()
  REVIEWS_URL: string;

  /** Origins of the ai service, with commas. It knows the AI summaries that widgets show. Without it, widgets show none. */
  @IsOptional()
  @EnvServiceUrl()
  AI_URL?: string;

  /** Review images that a client address may request per minute and replica while no copy is cached. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  IMAGE_MISSES_PER_MINUTE = 300;

  override problems(): readonly string[] {
    return outboundProblems(this);
  }
}
