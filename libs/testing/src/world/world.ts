import { randomUUID } from 'node:crypto';
import { type DomainEvent, type Principal, type ServiceName, subjectOf } from '@plaudit/contracts';
import type { PrincipalSigner, RunningServices } from '@plaudit/runtime';
import { connect, headers } from 'nats';

import { buildPrincipal } from '../builders/build-principal';
import { connectionOptions } from '../nats/connection-options';
import { eventually } from '../eventually';
import { EventRecorder } from '../nats/event-recorder';
import type { NatsHandle } from '../nats/start-nats';
import type { PostgresProxy } from '../postgres/postgres-proxy';
import type { PgBouncer } from '../postgres/start-pgbouncer';
import type { Administration } from '../postgres/test-server';
import { Caller } from './caller';
import type { RecordedLogs } from './recorded-logs';
import type { WorldDatabase } from './world-database';

/** Services of the product, running in this process on a database and a nats-server that only this spec file uses. */
export interface World {
  url(service: ServiceName): string;
  /** Runs statements as superuser on this world's database. Name tables with their schema. */
  admin: Administration;
  /** The URL of the database for the service's own role. */
  databaseUrl(service: string): string;
  natsUrl: string;
  /** Throws in a world without NATS. */
  readonly nats: NatsHandle;
  /** The proxy before Postgres. Throws in a world without one. */
  readonly postgres: PostgresProxy;
  /** The log lines of this process since the world started. They are not printed. */
  logs: RecordedLogs;
  /** Serves the metrics of all services in the Prometheus text format. */
  metricsUrl: string;
  /** Waits until every outbox is empty, then records what is published on `subject`. */
  recorder(subject: string): Promise<EventRecorder>;
  /** Publishes through JetStream, as a relay does, and waits until the event is stored. */
  publish(event: DomainEvent): Promise<void>;
  /** Publishes an event a second time, with another message id, so that JetStream does not drop it as a duplicate. */
  publishAgain(event: DomainEvent): Promise<void>;
  /** Calls services as this principal. `buildPrincipal` gives the fields that are not set. */
  as(principal?: Partial<Principal>): Caller;
  /** Calls services without a principal. */
  anonymous(): Caller;
  /** Returns the settings of a service with the addresses of the other services, to start a second replica with. */
  settings(service: ServiceName): Record<string, string>;
  /** Allows the services to log errors that match `pattern`, for specs that provoke a fault. */
  expectErrors(pattern: RegExp): void;
  /**
   * Stops everything, then throws if a service logged an error that no {@link expectErrors} allows, a credential or an
   * e-mail address.
   */
  close(): Promise<void>;
}

interface WorldParts {
  database: WorldDatabase;
  pooler: PgBouncer | null;
  proxy: PostgresProxy | null;
  nats: NatsHandle | null;
  natsUrl: string;
  running: RunningServices;
  settings: ReadonlyMap<ServiceName, Record<string, string>>;
  signer: PrincipalSigner;
  logs: RecordedLogs;
}

export function worldOf(parts: WorldParts): World {
  const { database, running, natsUrl } = parts;
  const recorders: EventRecorder[] = [];
  const callerOf = (principal: Principal | null): Caller =>
    new Caller(
      principal,
      (who, service) => parts.signer.sign(who, service),
      (service) => running.url(service),
    );
  return {
    url: (service) => running.url(service),
    admin: database.admin,
    databaseUrl: (service) => database.urlOf(service),
    natsUrl,
    get nats() {
      if (!parts.nats) throw new Error('This world was started without NATS.');
      return parts.nats;
    },
    get postgres() {
      if (!parts.proxy) throw new Error('This world was started without a proxy before Postgres.');
      return parts.proxy;
    },
    logs: parts.logs,
    metricsUrl: running.metricsUrl,
    recorder: async (subject) => {
      await outboxesDrained(database.admin);
      const recorder = await EventRecorder.start(natsUrl, subject);
      recorders.push(recorder);
      return recorder;
    },
    publish: (event) => publish(natsUrl, event, event.id),
    publishAgain: (event) => publish(natsUrl, event, randomUUID()),
    as: (principal) => callerOf(buildPrincipal(principal)),
    anonymous: () => callerOf(null),
    settings: (service) => settingsOf(parts, service),
    expectErrors: (pattern) => parts.logs.expectErrors(pattern),
    close: () => close(parts, recorders),
  };
}

/** Waits until all outboxes are empty. Events that an earlier test committed may not be published yet. */
async function outboxesDrained(admin: Administration): Promise<void> {
  const outboxes = await admin.query<{ schema: string }>(
    "select table_schema as schema from information_schema.tables where table_name = 'outbox'",
  );
  for (const { schema } of outboxes) {
    await eventually(
      () => admin.query(`select 1 from ${schema}.outbox limit 1`),
      (rows) => rows.length === 0,
      `the outbox of ${schema} to be empty`,
    );
  }
}

async function publish(natsUrl: string, event: DomainEvent, msgID: string): Promise<void> {
  const connection = await connect(connectionOptions(natsUrl));
  try {
    const added = headers();
    added.set('Content-Type', 'application/cloudevents+json');
    const message = JSON.stringify(event);
    await connection.jetstream().publish(subjectOf(event), message, { msgID, headers: added });
  } finally {
    await connection.close();
  }
}

function settingsOf({ settings }: WorldParts, service: ServiceName): Record<string, string> {
  const found = settings.get(service);
  if (!found) throw new Error(`${service} does not run in this world.`);
  return { ...found };
}

/** Closes the services first, while Postgres and NATS still answer. A step that fails does not keep the others back. */
async function close(
  { running, nats, database, pooler, proxy, logs }: WorldParts,
  recorders: readonly EventRecorder[],
): Promise<void> {
  const steps = [
    () => running.close(),
    ...recorders.map((recorder) => () => recorder.close()),
    async () => nats?.stop(),
    async () => pooler?.stop(),
    async () => proxy?.close(),
    () => database.drop(),
    async () => logs.assertNoUnexpectedErrors(),
    () => logs.assertNothingPrivate(),
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('\n'));
  if (failures.length === 1) throw failures[0];
}
