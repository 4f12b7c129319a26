import type { InjectionToken, Provider } from '@nestjs/common';
import { Database, IdempotencyKeys } from '@plaudit/database';
import { Inbox, NatsLink, Outbox } from '@plaudit/events';
import { ServiceClient } from '../client/service-client';
import { ServiceEnv } from '../env/service-env';
import { ReadinessRegistry } from '../health/readiness';
import { Metrics } from '../metrics/metrics';
import { ApiDescription } from '../openapi/api-description';
import { PrincipalVerifier } from '../principal/principal-token';
import { Secrets } from '../secrets';
import { Clock, Randomness } from '../clock-and-randomness';
import { Tracing } from '../tracing/tracing';
import type { ServiceDefinition } from './define-service';

/** The values that every provider of every service can inject without importing a module. */
interface SharedValues {
  env: ServiceEnv;
  database: Database;
  idempotencyKeys: IdempotencyKeys;
  outbox: Outbox;
  inbox: Inbox;
  link: NatsLink;
  clock: Clock;
  randomness: Randomness;
  secrets: Secrets;
  client: ServiceClient;
  metrics: Metrics;
  readiness: ReadinessRegistry;
  verifier: PrincipalVerifier;
  apiDescription: ApiDescription;
  tracing: Tracing;
}

const TOKENS: Readonly<Record<keyof SharedValues, InjectionToken>> = {
  env: ServiceEnv,
  database: Database,
  idempotencyKeys: IdempotencyKeys,
  outbox: Outbox,
  inbox: Inbox,
  link: NatsLink,
  clock: Clock,
  randomness: Randomness,
  secrets: Secrets,
  client: ServiceClient,
  metrics: Metrics,
  readiness: ReadinessRegistry,
  verifier: PrincipalVerifier,
  apiDescription: ApiDescription,
  tracing: Tracing,
};

export function sharedProviders(definition: ServiceDefinition, values: SharedValues): Provider[] {
  const names = Object.keys(TOKENS) as (keyof SharedValues)[];
  return [
    { provide: definition.env, useValue: values.env },
    ...names.map((name) => ({ provide: TOKENS[name], useValue: values[name] })),
  ];
}

/** Returns providers with null values, for an application that is only described and never runs. */
export function sharedPlaceholders(definition: ServiceDefinition): Provider[] {
  return [definition.env, ...Object.values(TOKENS)].map((provide) => ({ provide, useValue: null }));
}
