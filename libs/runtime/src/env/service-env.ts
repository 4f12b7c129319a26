import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { EnvBoolean, EnvNumber, EnvSecretsKey } from './env-decorators';

/** Settings that every service has. A service extends this class with its own; field initialisers are defaults. */
export class ServiceEnv {
  @IsOptional()
  @IsIn(['production', 'development', 'test'])
  NODE_ENV: 'production' | 'development' | 'test' = 'development';

  /** The service's own login role, e.g. postgres://plaudit_reviews:…@db/plaudit */
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must be a postgres:// URL' })
  DATABASE_URL: string;

  @EnvNumber()
  @IsInt()
  @Min(1)
  @Max(100)
  DATABASE_POOL = 5;

  /** Multiplies how long a question to another service may take; above 1 for a machine that stands still at times. */
  @EnvNumber()
  @Min(1)
  @Max(100)
  SERVICE_TIMEOUT_FACTOR = 1;

  @Matches(/^(nats|tls|ws|wss):\/\//, { message: 'NATS_URL must be a nats:// URL' })
  NATS_URL: string;

  /** Comma-separated base64url Ed25519 public keys; two while the gateway's key rotates. */
  @Matches(/^[\w-]{43}(\s*,\s*[\w-]{43})*$/, {
    message: 'PRINCIPAL_PUBLIC_KEYS must be Ed25519 public keys of 43 base64url characters, comma-separated',
  })
  PRINCIPAL_PUBLIC_KEYS: string;

  /** 32 bytes as base64 or hex. */
  @EnvSecretsKey()
  SECRETS_KEY: string;

  /** The key before the last rotation; what it sealed still opens. */
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

  /** Where clients reach the product; used in links, snippets and mails. */
  @Matches(/^https?:\/\/[^/]+$/, {
    message: 'PUBLIC_URL must be an origin such as https://reviews.example.com',
  })
  PUBLIC_URL = 'http://localhost:8080';

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' = 'info';

  /** Lets outgoing requests reach 127.0.0.0/8, ::1 and localhost; refused in production. */
  @EnvBoolean()
  ALLOW_LOOPBACK = false;

  /** Exact host:port list that outgoing requests may reach although the address is private. */
  @IsString()
  OUTBOUND_ALLOW_HOSTS = '';

  /** `https://left.example=http://127.0.0.1:9100,…`: requests to the left origin go to the right one. */
  @IsString()
  ORIGIN_OVERRIDES = '';
}
