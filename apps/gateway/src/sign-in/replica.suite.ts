import { randomBytes } from 'node:crypto';
import { Database } from '@plaudit/database';
import { Clock, Randomness, Secrets } from '@plaudit/runtime';
import { auditOn } from '../audit/audit.suite';
import { GatewayEnv } from '../gateway.env';
import type { GatewayWorld } from '../gateway-world.suite';
import { TwoFactorCheckService } from '../two-factor/two-factor-check.service';
import { TwoFactorSecretsService } from '../two-factor/two-factor-secrets.service';
import { TwoFactorsRepository } from '../two-factor/two-factors.repository';
import { CredentialCheckService } from '../users/credential-check.service';
import { UsersRepository } from '../users/users.repository';
import { SignInAttemptsRepository } from './sign-in-attempts.repository';
import { type SignInAttempt, SignInThrottleService } from './sign-in-throttle.service';
import { openGatewayDatabase } from '../gateway-database.suite';

export const SECRETS_KEY = randomBytes(32).toString('base64');

/** The part of another gateway replica that checks passwords, on the database of `gateway`. */
export interface Replica {
  database: Database;
  throttle: SignInThrottleService;
  credentials: CredentialCheckService;
  close(): Promise<void>;
}

/** A clock that the spec moves. */
export class MovedClock extends Clock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(super.now().getTime() + this.offsetMs);
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }
}

export async function startReplica(gateway: GatewayWorld, clock = new Clock()): Promise<Replica> {
  const database = await openGatewayDatabase(gateway);
  const env = Object.assign(new GatewayEnv(), { PUBLIC_URL: 'https://plaudit.example.net' });
  const randomness = new Randomness();
  const secrets = new Secrets(SECRETS_KEY);
  const throttle = new SignInThrottleService(
    env,
    secrets,
    new SignInAttemptsRepository(database),
    clock,
    randomness,
  );
  const twoFactor = new TwoFactorCheckService(
    database,
    new TwoFactorsRepository(database),
    auditOn(database),
    new TwoFactorSecretsService(secrets, clock, randomness),
    clock,
  );
  const users = new UsersRepository(database);
  const credentials = new CredentialCheckService(users, throttle, randomness, twoFactor);
  await credentials.onModuleInit();
  return { database, throttle, credentials, close: () => database.dataSource.destroy() };
}

/** Returns an attempt on the page of the common host. */
export function pageAttempt(email: string, more: Partial<SignInAttempt> = {}): SignInAttempt {
  return { by: 'page', email, address: '203.0.113.7', accountId: null, ...more };
}

/** Returns an attempt of an API client. */
export function keyAttempt(email: string, more: Partial<SignInAttempt> = {}): SignInAttempt {
  return { by: 'key', email, address: '203.0.113.7', accountId: 1, ...more };
}
