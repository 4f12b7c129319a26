import { IsEmailAddress, Trimmed, urlVariable } from '@plaudit/contracts';
import { API_KEY_FORMAT } from './keys/api-key';
import { trustedProxies } from './proxy/trusted-proxies';
import { mailProblems } from '@plaudit/outbound/mail';
import { EnvBoolean, EnvNumber, EnvServiceUrl, MailEnv } from '@plaudit/runtime';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';
import { UPSTREAM_NAMES, type UpstreamName } from './proxy/route-table';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './users/password';
import { recordsOf } from './vanity-domains/name-servers';

/** `<SERVICE>_URL` for every service behind the gateway: its origins, with commas. The loop at the end of this file adds their validation. */
type UpstreamUrls = Record<`${Uppercase<UpstreamName>}_URL`, string>;

const MailEnvWithUrls = MailEnv as new () => MailEnv & UpstreamUrls;

export class GatewayEnv extends MailEnvWithUrls {
  /** How long a service may take to begin or to continue its response, and how long a client may read nothing of it, in milliseconds. */
  @EnvNumber()
  @IsInt()
  @Min(100)
  @Max(600_000)
  UPSTREAM_TIMEOUT_MS = 60_000;

  /** Comma-separated addresses and CIDR blocks of the load balancers whose X-Forwarded-For header is trusted. */
  @IsString()
  TRUSTED_PROXIES = '';

  /** Requests that a key may send at once. A signed-in user may send three times as many. A bulk or a translated list counts as 5. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  THROTTLE_BURST = 20;

  /** Requests per second that a key may send on average, and a signed-in user three times as many. 0 means no limit. */
  @EnvNumber()
  @Min(0)
  THROTTLE_RATE = 5;

  /** Requests that all keys and users of an account may send at once. Default: 20 times THROTTLE_BURST. 0 means no limit. */
  @IsOptional()
  @EnvNumber()
  @IsInt()
  @Min(0)
  THROTTLE_ACCOUNT_BURST?: number;

  /** Requests per second that all keys and users of an account may send on average. Default: 20 times THROTTLE_RATE. 0 means no limit. */
  @IsOptional()
  @EnvNumber()
  @Min(0)
  THROTTLE_ACCOUNT_RATE?: number;

  /** Requests without a key that an address may send at once, those of the dashboard included. A search in a widget counts as 40. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  THROTTLE_ADDRESS_BURST = 1_000;

  /** Requests per second without a key that an address may send on average. 0 means no limit. */
  @EnvNumber()
  @Min(0)
  THROTTLE_ADDRESS_RATE = 100;

  /** Requests of visitors that a widget accepts at once, from all addresses. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  THROTTLE_WIDGET_BURST = 2_000;

  /** Requests of visitors per second that a widget accepts on average. 0 means no limit. */
  @EnvNumber()
  @Min(0)
  THROTTLE_WIDGET_RATE = 500;

  /** Number of requests that a key or a signed-in user may have in flight. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  MAX_IN_FLIGHT_PER_KEY = 64;

  /** Number of requests that all keys and users of an account may have in flight together. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  MAX_IN_FLIGHT_PER_ACCOUNT = 128;

  /** Number of requests that a client address may have in flight, of all kinds. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  MAX_IN_FLIGHT_PER_ADDRESS = 256;

  /** Number of connections that an address may open, except those of TRUSTED_PROXIES. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  MAX_CONNECTIONS_PER_ADDRESS = 2_000;

  /** Number of dashboard pages that may receive live events from this process, of all accounts together. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  MAX_EVENT_STREAMS = 2_000;

  /** Number of dashboard pages of one account that may receive live events from this process. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  MAX_EVENT_STREAMS_PER_ACCOUNT = 200;

  /** Milliseconds between the heartbeats of a page's live events. A proxy must not end a connection that is idle for so long. */
  @EnvNumber()
  @IsInt()
  @Min(100)
  @Max(600_000)
  EVENT_HEARTBEAT_MS = 15_000;

  /** Wrong keys that an address may send in a minute. Further requests with a key that is not known get 429. Access tokens do not count. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  THROTTLE_WRONG_KEYS = 20;

  /** Days after which an entry of the audit log is deleted. 0 keeps every entry. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(36_500)
  AUDIT_RETENTION_DAYS = 730;

  /**
   * Comma-separated hosts that no account may use as its white-label domain. An entry such as `.example.com` stands for
   * `example.com` and all hosts below it.
   */
  @IsString()
  RESERVED_HOSTS = '';

  /** Comma-separated addresses of the name servers that are asked for the TXT records of white-label domains. Default: those of the system. */
  @IsString()
  DNS_SERVERS = '';

  /** The folder with the built dashboard. Default: `dist` of the package `@plaudit/dashboard`, if it was built. */
  @IsOptional()
  @IsString()
  DASHBOARD_DIR?: string;

  /** Allows sign-in over plain http, for a closed network. Not needed for https or localhost. */
  @EnvBoolean()
  INSECURE_COOKIES = false;

  /**
   * An admin key of the first account. Without it, a key is generated when the first account is created. If it is set or
   * changed later, the first account gets it as another key, and earlier keys stay valid. A key that was deleted stays deleted.
   */
  @IsOptional()
  @Matches(API_KEY_FORMAT, { message: 'BOOTSTRAP_API_KEY must be rk_ followed by 40 letters or digits' })
  BOOTSTRAP_API_KEY?: string;

  /** Email address of the first user. It is used only when the first account is created. */
  @IsEmailAddress({ local: true })
  @Trimmed()
  BOOTSTRAP_EMAIL = 'admin@localhost';

  /** Password of the first user. It is used only when the first account is created, and one is generated if it is not set. */
  @IsOptional()
  @MinLength(MIN_PASSWORD_LENGTH)
  @MaxLength(MAX_PASSWORD_LENGTH)
  BOOTSTRAP_PASSWORD?: string;

  override problems(): readonly string[] {
    return [
      ...problemOf(() => trustedProxies(this.TRUSTED_PROXIES)),
      ...problemOf(() => recordsOf(this.DNS_SERVERS)),
      ...mailProblems(this),
    ];
  }
}

/** Returns the message of the error that reading a setting throws. */
function problemOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

for (const name of UPSTREAM_NAMES) EnvServiceUrl()(GatewayEnv.prototype, urlVariable(name));
