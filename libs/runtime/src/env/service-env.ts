import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import {
  EnvBoolean,
  EnvCollectorUrl,
  EnvNatsUrl,
  EnvNumber,
  EnvPairs,
  EnvSecretsKey,
} from './env-decorators';

const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** A version or a commit. It is a label of a metric. */
const BUILD_NAME = /^[\w.+-]{1,64}$/;

/**
 * Settings that every service has. A service extends this class with its own settings. Field initialisers are
 * defaults.
 */
export class ServiceEnv {
  /** `production` refuses ALLOW_LOOPBACK. */
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

  /** PEM file of the authority that signed the certificate of Postgres. Turns TLS on, with `sslmode=verify-full`. */
  @IsOptional()
  @IsString()
  DATABASE_TLS_CA?: string;

  /** PEM file of the client's certificate, for a Postgres that asks for one. Turns TLS on too. */
  @IsOptional()
  @IsString()
  DATABASE_TLS_CERT?: string;

  /** PEM file of the key of DATABASE_TLS_CERT. */
  @IsOptional()
  @IsString()
  DATABASE_TLS_KEY?: string;

  /** The maximum number of connections of this process to Postgres, besides the one of the relay. */
  @EnvNumber()
  @IsInt()
  @Min(1)
  @Max(100)
  DATABASE_POOL = 5;

  /**
   * Multiplies the timeouts of requests to other services, the limits of SQL statements, and how long these wait for locks and
   * connections. Set it above 1 on a machine that pauses at times.
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

  /** PEM file of the client's certificate, for a NATS that asks for one. */
  @IsOptional()
  @IsString()
  NATS_TLS_CERT?: string;

  /** PEM file of the key of NATS_TLS_CERT. */
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

  /** Encrypts the stored secrets of the service. The keys with which it signs are derived from it. */
  @EnvSecretsKey()
  SECRETS_KEY: string;

  /** The key before the last rotation. Values encrypted with it can still be decrypted. */
  @IsOptional()
  @EnvSecretsKey()
  SECRETS_KEY_PREVIOUS?: string;

  /** The address on which the service listens. Set 0.0.0.0 in a container. */
  @IsString()
  HOST = '127.0.0.1';

  /** The port on which the service listens. 0 takes any free port. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 0;

  /** The port of `/metrics` for Prometheus, which the gateway never routes. 0 takes any free port. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(65_535)
  METRICS_PORT = 0;

  /**
   * How long the service serves requests after it was told to stop, in seconds. `/health/ready` responds 503 at once, so load
   * balancers send the next requests elsewhere. Set it to more than the time in which they notice. 0 stops at once.
   */
  @EnvNumber()
  @Min(0)
  @Max(300)
  SHUTDOWN_GRACE_SECONDS = 5;

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

  /**
   * The origin of the pages that anyone opens without signing in: hosted pages of widgets, and those behind links of messages. It is a
   * second host name of the gateway, on which nobody signs in. Default: for localhost the same port of 127.0.0.1, else PUBLIC_URL.
   */
  @IsOptional()
  @Matches(/^https?:\/\/[^/]+$/, {
    message: 'PUBLIC_PAGES_URL must be an origin such as https://pages.example.com',
  })
  PUBLIC_PAGES_URL?: string;

  /** The least level of the JSON logs on stdout. */
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' = 'info';

  /**
   * Which requests get a line in the log at level info: `all`, `errors` (status 500 and above), `off`, or a share of them such as
   * 0.1, which always includes the errors. All services choose the same requests. A LOG_LEVEL above info turns it off too.
   */
  @Matches(/^(all|errors|off|0?\.\d{1,9})$/, {
    message: 'ACCESS_LOG must be all, errors, off or a share between 0 and 1 such as 0.1, not "$value"',
  })
  ACCESS_LOG = 'all';

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

  /** The OTLP address of a collector, such as http://collector:4318. Turns tracing on. `/v1/traces` is added to it. */
  @IsOptional()
  @EnvCollectorUrl()
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** `name=value,…` of headers for the collector, such as its token. Values may be percent-encoded. */
  @EnvPairs()
  OTEL_EXPORTER_OTLP_HEADERS = '';

  /** The format of the spans. gRPC is not supported. */
  @IsIn(['http/protobuf', 'http/json'])
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' | 'http/json' = 'http/protobuf';

  /** Which traces are recorded. With `parentbased_`, the sender of a traceparent decides for its requests. */
  @IsIn(TRACE_SAMPLERS)
  OTEL_TRACES_SAMPLER: (typeof TRACE_SAMPLERS)[number] = 'parentbased_always_on';

  /** The share of the traces that `traceidratio` records, from 0 to 1. */
  @EnvNumber()
  @Min(0)
  @Max(1)
  OTEL_TRACES_SAMPLER_ARG = 1;

  /** `name=value,…` that every span of the service has, such as deployment.environment.name=production. */
  @EnvPairs()
  OTEL_RESOURCE_ATTRIBUTES = '';

  /** Milliseconds between two exports of spans. */
  @EnvNumber()
  @IsInt()
  @Min(10)
  @Max(60_000)
  OTEL_BSP_SCHEDULE_DELAY = 5_000;

  /** Ended spans that wait for their export. Any more are lost. */
  @EnvNumber()
  @IsInt()
  @Min(1)
  @Max(65_536)
  OTEL_BSP_MAX_QUEUE_SIZE = 2_048;

  /** Turns tracing off although OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  @EnvBoolean()
  OTEL_SDK_DISABLED = false;

  /** Returns what is wrong with settings of this service that no decorator checks. Each sentence names its setting. */
  problems(): readonly string[] {
    return [];
  }
}

/** Returns the URL for sessions, which leads to Postgres itself. */
export function sessionUrl({ DATABASE_DIRECT_URL, DATABASE_URL }: ServiceEnv): string {
  return DATABASE_DIRECT_URL ?? DATABASE_URL;
}
