import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { EnvBoolean, EnvNatsUrl, EnvNumber, EnvSecretsKey } from './env-decorators';

/** A version or a commit. It is a label of a metric. */
const BUILD_NAME = /^[\w.+-]{1,64}$/;

/**
 * Settings that every service has. A service extends this class with its own settings. Field initialisers are
 * defaults.
 */
export class ServiceEnv {
  @IsOptional()
  @IsIn(['production', 'development', 'test'])
  NODE_ENV: 'production' | 'development' | 'test' = 'development';

  /** The service's own login role, e.g. postgres://plaudit_reviews:…@db/plaudit */
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must be a postgres:// URL' })
  DATABASE_URL: string;

  /**
   * The same role and database without the pooler, for sessions: the relay, migrations, and the commands `reseal` and
   * `snapshot`. Set it if DATABASE_URL leads to a pooler of transactions such as PgBouncer. Default: DATABASE_URL. Named
   * prepared statements are not used if it is set.
   */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_DIRECT_URL must be a postgres:// URL' })
  DATABASE_DIRECT_URL?: string;

  @EnvNumber()
  @IsInt()
  @Min(1)
  @Max(100)
  DATABASE_POOL = 5;

  /**
   * Multiplies the timeouts of requests to other services and the limits of SQL statements. Set it above 1 on a machine that
   * pauses at times.
   */
  @EnvNumber()
  @Min(1)
  @Max(100)
  SERVICE_TIMEOUT_FACTOR = 1;

  /** One or more servers, with commas. A user and password, or a token, may precede the host. */
  @EnvNatsUrl()
  NATS_URL: string;

  /** PEM file of the authority that signed the certificate of NATS. Turns TLS on, as tls:// does. */
  @IsOptional()
  @IsString()
  NATS_TLS_CA?: string;

  /** PEM files of the client's certificate and key, for a NATS that asks for them. */
  @IsOptional()
  @IsString()
  NATS_TLS_CERT?: string;

  @IsOptional()
  @IsString()
  NATS_TLS_KEY?: string;

  /** File with the seed of the NKey of the NATS user. Replaces the credentials of NATS_URL. */
  @IsOptional()
  @IsString()
  NATS_NKEY_SEED_FILE?: string;

  /** `.creds` file of the NATS user. Replaces the credentials of NATS_URL. */
  @IsOptional()
  @IsString()
  NATS_CREDS?: string;

  /** The domain of JetStream, if NATS_URL is a leaf node without one. */
  @IsOptional()
  @IsString()
  NATS_JETSTREAM_DOMAIN?: string;

  /** The prefix of the JetStream API, if another account exports it. */
  @IsOptional()
  @IsString()
  NATS_API_PREFIX?: string;

  /** Comma-separated Ed25519 public keys in base64url. There are two while the gateway's key is rotated. */
  @Matches(/^[\w-]{43}(\s*,\s*[\w-]{43})*$/, {
    message: 'PRINCIPAL_PUBLIC_KEYS must be Ed25519 public keys of 43 base64url characters, comma-separated',
  })
  PRINCIPAL_PUBLIC_KEYS: string;

  /** 32 bytes as base64 or hex. */
  @EnvSecretsKey()
  SECRETS_KEY: string;

  /** The key before the last rotation. Values encrypted with it can still be decrypted. */
  @IsOptional()
  @EnvSecretsKey()
  SECRETS_KEY_PREVIOUS?: string;

  @IsString()
  HOST = '127.0.0.1';

  /** 0 takes any free port. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 0;

  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(65_535)
  METRICS_PORT = 0;

  /** The time within which the whole body of a request must arrive. A slower request gets 408. */
  @EnvNumber()
  @IsInt()
  @Min(100)
  @Max(20_000)
  BODY_TIMEOUT_MS = 10_000;

  /** Mebibytes that the bodies of all requests in flight may take. Beyond it, a request with a body gets 503. */
  @EnvNumber()
  @IsInt()
  @Min(8)
  MAX_BODY_MEMORY_MIB = 128;

  /** The origin at which clients reach the product. Links, snippets and mails contain it. */
  @Matches(/^https?:\/\/[^/]+$/, {
    message: 'PUBLIC_URL must be an origin such as https://reviews.example.com',
  })
  PUBLIC_URL = 'http://localhost:8080';

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' = 'info';

  /** The version of the product in `plaudit_build_info`. Images set it. Default: the version in package.json. */
  @IsOptional()
  @Matches(BUILD_NAME, { message: 'PLAUDIT_VERSION must be 1 to 64 letters, digits, dots, hyphens or +' })
  PLAUDIT_VERSION?: string;

  /** The commit that was built, in `plaudit_build_info`. Images set it. Default: `unknown`. */
  @IsOptional()
  @Matches(BUILD_NAME, { message: 'PLAUDIT_REVISION must be 1 to 64 letters, digits, dots, hyphens or +' })
  PLAUDIT_REVISION?: string;

  /** Allows outgoing requests to 127.0.0.0/8, ::1 and localhost. Refused in production, and where others reach the product. */
  @EnvBoolean()
  ALLOW_LOOPBACK = false;

  /** Comma-separated host:port pairs that outgoing requests may reach although the address is private. */
  @IsString()
  OUTBOUND_ALLOW_HOSTS = '';

  /** Comma-separated ranges such as 203.0.113.0/24 that no outgoing request may reach. Wins over every permission. */
  @IsString()
  OUTBOUND_DENY_CIDRS = '';

  /** Comma-separated hosts, or `.example.com` for a domain, that no outgoing request may name. Wins over every permission. */
  @IsString()
  OUTBOUND_DENY_HOSTS = '';

  /** `https://left.example=http://127.0.0.1:9100,…` sends requests for the left origin to the right one. */
  @IsString()
  ORIGIN_OVERRIDES = '';
}

/** Returns the URL for sessions, which leads to Postgres itself. */
export function sessionUrl({ DATABASE_DIRECT_URL, DATABASE_URL }: ServiceEnv): string {
  return DATABASE_DIRECT_URL ?? DATABASE_URL;
}
