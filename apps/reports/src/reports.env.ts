import { ServiceEnv } from '@plaudit/runtime';
import { IsTimezone } from './sub-accounts/timezone';

export class ReportsEnv extends ServiceEnv {
  /** Time zone, such as Europe/Berlin, of the sub accounts that chose none and whose account chose none. Days and months of reports begin in it. */
  @IsTimezone()
  REPORT_TIMEZONE = 'UTC';
}
