import { EnvServiceUrl, ServiceEnv } from '@plaudit/runtime';
import { IsOptional } from 'class-validator';

export class ReviewsEnv extends ServiceEnv {
  /** Origins of the invitations service, with commas. It erases the invitations of a person. */
  @EnvServiceUrl()
  INVITATIONS_URL: string;

  /** Origins of the ai service, with commas. It translates. Without it, translations are unavailable. */
  @IsOptional()
  @EnvServiceUrl()
  AI_URL?: string;
}
