import { urlVariable } from '@plaudit/contracts';
import { API_KEY_FORMAT } from './keys/api-key';
import { EnvBoolean, EnvNumber, ServiceEnv } from '@plaudit/runtime';
import {
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './accounts/password';
import { UPSTREAM_NAMES, type UpstreamName } from './proxy/route-table';

const SERVICE_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** `<SERVICE>_URL` for every service behind the gateway. The loop at the end of this file adds their validation. */
type UpstreamUrls = Record<`${Uppercase<UpstreamName>}_URL`, string>;

const ServiceEnvWithUrls = ServiceEnv as new () => ServiceEnv & UpstreamUrls;

export class GatewayEnv extends ServiceEnvWithUrls {
  /** How long a service may take to begin or continue a response, and a client to read the part that was sent. */
  @EnvNumber()
  @IsInt()
  @Min(100)
  @Max(600_000)
  UPSTREAM_TIMEOUT_MS = 60_000;

  /** Comma-separated addresses and CIDR blocks of the load balancers whose X-Forwarded-For is believed. */
  @IsString()
  TRUSTED_PROXIES = '';

  /** Requests a key may make at once; 0 turns the throttle off. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  THROTTLE_BURST = 20;

  /** Requests per second that a key gets back; 0 turns the throttle off. */
  @EnvNumber()
  @Min(0)
  THROTTLE_RATE = 5;

  /** Wrong keys that one address may try per minute; 0 turns the throttle off. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  THROTTLE_WRONG_KEYS = 20;

  /** Lets people sign in over plain http, for a closed network; https and localhost need it not. */
  @EnvBoolean()
  INSECURE_COOKIES = false;

  /**
   * An admin key of the first account. Unset: one is generated together with that account. Given later or changed: it
   * becomes a further key of the first account, and the earlier one stays; a key that was deleted stays deleted.
   */
  @IsOptional()
  @Matches(API_KEY_FORMAT, { message: 'BOOTSTRAP_API_KEY must be rk_ followed by 40 letters or digits' })
  BOOTSTRAP_API_KEY?: string;

  @IsEmail({ require_tld: false })
  BOOTSTRAP_EMAIL = 'admin@localhost';

  /** Password of the first user, read only when the first account is made. Unset: one is generated. */
  @IsOptional()
  @MinLength(MIN_PASSWORD_LENGTH)
  @MaxLength(MAX_PASSWORD_LENGTH)
  BOOTSTRAP_PASSWORD?: string;
}

for (const name of UPSTREAM_NAMES) IsUrl(SERVICE_URL)(GatewayEnv.prototype, urlVariable(name));
