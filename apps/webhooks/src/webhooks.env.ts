import { outboundPolicy, type OutboundPolicy, outboundProblems } from '@plaudit/outbound';
import { EnvBoolean, EnvNumber, EnvServiceUrl, ServiceEnv } from '@plaudit/runtime';
import { IsInt, Matches, Max, Min } from 'class-validator';

export class WebhooksEnv extends ServiceEnv {
  /** Origins of the gateway, with commas. It says whether the sub accounts in the filter of a webhook exist. */
  @EnvServiceUrl()
  GATEWAY_URL: string;

  /** Origins of the channels service, with commas. It says whether the channels in the filter of a webhook exist. */
  @EnvServiceUrl()
  CHANNELS_URL: string;

  /** Seconds to wait after each failed attempt; `x` repeats a wait. After the last one the delivery is dropped. */
  @Matches(/^\s*\d{1,7}(x[1-9]\d?)?\s*(,\s*\d{1,7}(x[1-9]\d?)?\s*)*$/, {
    message: 'WEBHOOK_RETRY_DELAYS must be seconds such as 300,3600x6,86400x3',
  })
  WEBHOOK_RETRY_DELAYS = '300,3600x6,86400x3';

  /** Delays each retry by up to a tenth of its wait. A retry is never early. */
  @EnvBoolean()
  WEBHOOK_RETRY_JITTER = true;

  /** Maximum number of requests to endpoints in flight in this process. It claims up to twice as many deliveries, to record the others. */
  @EnvNumber()
  @IsInt()
  @Min(4)
  @Max(4_096)
  WEBHOOK_SLOTS = 256;

  /** Seconds that the circuit breaker of a failing endpoint stays open at first. Doubles up to 15 times this value. */
  @EnvNumber()
  @Min(0.1)
  @Max(3_600)
  WEBHOOK_BREAKER_SECONDS = 60;

  /** Seconds that this process owns a claimed delivery. Must be longer than any attempt can take. */
  @EnvNumber()
  @Min(15)
  @Max(600)
  WEBHOOK_LEASE_SECONDS = 30;

  /** A webhook is switched off when its endpoint has only failed for this long. 0 switches none off, except after a 410. */
  @EnvNumber()
  @Min(0)
  @Max(8_760)
  WEBHOOK_DISABLE_HOURS = 120;

  /** The least number of attempts that must have failed in this time. */
  @EnvNumber()
  @IsInt()
  @Min(1)
  @Max(100_000)
  WEBHOOK_DISABLE_FAILURES = 20;

  /** Refuses endpoints with http:// URLs. */
  @EnvBoolean()
  WEBHOOK_REQUIRE_HTTPS = false;

  /** Further address ranges that endpoints must not resolve to, separated by commas, such as those of a cluster. */
  @Matches(/^\s*$|^\s*[0-9a-f.:]+\/\d{1,3}(\s*,\s*[0-9a-f.:]+\/\d{1,3})*\s*$/i, {
    message: 'WEBHOOK_DENY_CIDRS must be ranges such as 203.0.113.0/24,2001:db8::/32',
  })
  WEBHOOK_DENY_CIDRS = '';

  override problems(): readonly string[] {
    return outboundProblems(this);
  }
}

/** Returns which endpoints may be requested: the rules of all outgoing requests and `WEBHOOK_DENY_CIDRS`. */
export function endpointPolicy(env: WebhooksEnv): OutboundPolicy {
  const policy = outboundPolicy(env);
  const more = env.WEBHOOK_DENY_CIDRS.split(',').map((cidr) => cidr.trim());
  return { ...policy, denyCidrs: [...policy.denyCidrs, ...more.filter((cidr) => cidr !== '')] };
}
