import { EnvBoolean, EnvNumber, ServiceEnv } from '@plaudit/runtime';
import { IsInt, Matches, Max, Min } from 'class-validator';

export class WebhooksEnv extends ServiceEnv {
  /** Seconds to wait after each failed attempt, `x` repeats; then the delivery is dropped. */
  @Matches(/^\s*\d{1,7}(x[1-9]\d?)?\s*(,\s*\d{1,7}(x[1-9]\d?)?\s*)*$/, {
    message: 'WEBHOOK_RETRY_DELAYS must be seconds such as 300,3600x6,86400x3',
  })
  WEBHOOK_RETRY_DELAYS = '300,3600x6,86400x3';

  /** Spreads retries by up to a tenth of their wait, always later, never earlier. */
  @EnvBoolean()
  WEBHOOK_RETRY_JITTER = true;

  /** Deliveries in flight at once in this process. */
  @EnvNumber()
  @IsInt()
  @Min(4)
  @Max(4_096)
  WEBHOOK_SLOTS = 256;

  /** How long an endpoint that keeps failing is left alone at first; doubles up to 15 times that. */
  @EnvNumber()
  @Min(0.1)
  @Max(3_600)
  WEBHOOK_BREAKER_SECONDS = 60;

  /** How long a claimed delivery belongs to this process; longer than any attempt can take. */
  @EnvNumber()
  @Min(15)
  @Max(600)
  WEBHOOK_LEASE_SECONDS = 30;

  /** Refuse http:// endpoints. */
  @EnvBoolean()
  WEBHOOK_REQUIRE_HTTPS = false;

  /** Further address ranges that endpoints must not resolve to, comma separated: own public addresses, clusters. */
  @Matches(/^\s*$|^\s*[0-9a-f.:]+\/\d{1,3}(\s*,\s*[0-9a-f.:]+\/\d{1,3})*\s*$/i, {
    message: 'WEBHOOK_DENY_CIDRS must be ranges such as 203.0.113.0/24,2001:db8::/32',
  })
  WEBHOOK_DENY_CIDRS = '';
}
