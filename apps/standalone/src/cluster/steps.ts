import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_NAMES, type ServiceName } from '@plaudit/contracts';
import type { SeededRandom } from '@plaudit/testing';
import type { SentRequest } from './api-client';
import type { ClusterWorld } from './cluster-world';
import { CLIENTS } from './traffic';

/** Something that happens to the product while clients use it. */
export interface Step {
  /** As the report names it. The same step in another round has the same name. */
  name: string;
  /** How many requests may fail meanwhile. */
  mayFail: number;
  /** The service whose replicas were replaced. The report has their shares of the requests afterwards. */
  rolled?: ServiceName;
  /** `sent` has the requests of the clients so far, and grows. */
  happen(world: ClusterWorld, sent: readonly SentRequest[]): Promise<void>;
}

export interface StepOptions {
  /** How long a process is frozen. */
  freezeMs: number;
}

/**
 * Every kind of fault once, and a few services rolled: what `npm run test:long` runs. Deliveries of a replica that was killed and of a leader
 * that was stopped come again after half a minute, which passes while the others happen.
 */
export function briefSteps(chance: SeededRandom, { freezeMs }: StepOptions): Step[] {
  return [
    ...chance.shuffled([
      kill('reviews', chance.pick(REPLICAS)),
      kill('webhooks', chance.pick(REPLICAS)),
      haltLeader('kill'),
    ]),
    ...chance.shuffled([restartPostgres('stop'), restartPostgres('kill')]),
    freeze('reviews', chance.pick(REPLICAS), freezeMs),
    roll('reviews'),
    roll('gateway'),
  ];
}

/** One round of the long run: everything that the brief one has, for every service and process. */
export function fullSteps(chance: SeededRandom, { freezeMs }: StepOptions): Step[] {
  return chance.shuffled([
    ...SERVICE_NAMES.map(roll),
    ...SERVICE_NAMES.flatMap((service) => REPLICAS.map((which) => kill(service, which))),
    ...(['reviews', 'gateway', 'webhooks'] as const).map((service) =>
      freeze(service, chance.pick(REPLICAS), freezeMs),
    ),
    restartPostgres('stop'),
    restartPostgres('kill'),
    haltLeader('stop'),
    haltLeader('kill'),
    rollNats(),
  ]);
}

const REPLICAS = [0, 1] as const;

function roll(service: ServiceName): Step {
  return {
    name: `roll ${service}`,
    mayFail: 0,
    rolled: service,
    happen: (world) => world.service(service).roll(),
  };
}

function kill(service: ServiceName, which: 0 | 1): Step {
  return {
    name: `kill a replica of ${service}`,
    mayFail: Infinity,
    happen: (world) => world.service(service).kill(which),
  };
}

/** Each client waits for one response at a time. So the requests that a frozen replica has are not more than the clients. */
function freeze(service: ServiceName, which: 0 | 1, freezeMs: number): Step {
  return {
    name: `freeze a replica of ${service}`,
    mayFail: CLIENTS,
    happen: (world) => world.service(service).freezeDuring(which, () => pause(freezeMs)),
  };
}

function restartPostgres(how: 'stop' | 'kill'): Step {
  return {
    name: how === 'stop' ? 'restart Postgres' : 'kill Postgres and start it again',
    mayFail: Infinity,
    happen: (world) => world.restartPostgres(how),
  };
}

/** Stops the server that leads EVENTS, waits until another one leads, and starts it again. */
function haltLeader(how: 'stop' | 'kill'): Step {
  return {
    name: how === 'stop' ? 'restart the stream leader' : 'kill the stream leader and start it again',
    mayFail: Infinity,
    happen: async ({ nats }) => {
      const leader = await nats.leaderOf('EVENTS');
      await nats.halt(leader, how);
      await nats.leaderOf('EVENTS');
      await nats.restart(leader);
    },
  };
}

/** Restarts the nats-servers one after the other, as for an upgrade. Requests do not need NATS. */
function rollNats(): Step {
  return {
    name: 'roll the nats-servers',
    mayFail: 0,
    happen: async ({ nats }) => {
      for (const name of nats.names) {
        await nats.halt(name, 'stop');
        await nats.restart(name);
        await nats.settle();
      }
    },
  };
}
