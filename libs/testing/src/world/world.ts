import { randomUUID } from 'node:crypto';
import { type DomainEvent, type Principal, type ServiceName, subjectOf } from '@plaudit/contracts';
import type { PrincipalSigner, RunningServices } from '@plaudit/runtime';
import { connect, headers } from 'nats';

import { buildPrincipal } from '../builders/build-principal';
import { connectionOptions } from '../nats/connection-options';
import { eventually } from '../eventually';
import { EventRecorder } from '../nats/event-recorder';
import type { NatsHandle } from '../nats/start-nats';
import type { Administration } from '../postgres/test-server';
import { Caller } from './caller';
import type { RecordedLogs } from './recorded-logs';
import type { WorldDatabase } from './world-database';

/** Services of the product, running in this process on a database and a nats-server of this spec file's own. */
export interface World {
  url(service: ServiceName): string;
  /** Superuser on this world's database; tables are named with their schema. */
  admin: Administration;
  /** As the service's own role. */
  databaseUrl(service: string): string;
  natsUrl: string;
  /** Throws in a world without NATS. */
  readonly nats: NatsHandle;
  /** Log lines of this process since the world started; nothing is printed. */
  logs: RecordedLogs;
  /** Prometheus text of all services. */
  metricsUrl: string;
  /** Records what is published on `subject` about changes made from now on, once no outbox holds an older one. */
  recorder(subject: string): Promise<EventRecorder>;
  /** Publishes through JetStream, as a relay would, and waits until it is stored. */
  publish(event: DomainEvent): Promise<void>;
  /** Publishes what is in the stream already, as late as JetStream has forgotten its id. */
  publishAgain(event: DomainEvent): Promise<void>;
  /** Calls services as this principal; see buildPrincipal for what is not given. */
  as(principal?: Partial<Principal>): Caller;
  /** Calls services without a principal, as only an intruder does. */
  anonymous(): Caller;
  /** What a service was started with, its neighbours' addresses included: for a second replica. */
  settings(service: ServiceName): Record<string, string>;
  /** Allows the services to log errors that match `pattern`: for specs that provoke a fault. */
  expectErrors(pattern: RegExp): void;
  /** Stops everything, then throws if a service logged an error that no {@link expectErrors} allows. */
  close(): Promise<void>;
}

interface WorldParts {
  database: WorldDatabase;
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
      (who) => parts.signer.sign(who),
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

/** Until no event waits in an outbox: what an earlier test committed may still be on its way. */
async function outboxesDrained(admin: Administration): Promise<void> {
  const outboxes = await admin.query<{ schema: string }>(
    "select table_schema as schema from information_schema.tables where table_name = 'outbox'",
  );
  for (const { schema } of outboxes) {
    await eventually(
      () => admin.query(`select 1 from ${schema}.outbox limit 1`),
      (rows) => rows.length === 0,
      `the events of ${schema} to be published`,
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
  { running, nats, database, logs }: WorldParts,
  recorders: readonly EventRecorder[],
): Promise<void> {
  const steps = [
    () => running.close(),
    ...recorders.map((recorder) => () => recorder.close()),
    async () => nats?.stop(),
    () => database.drop(),
    async () => logs.assertNoUnexpectedErrors(),
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
