import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findNatsServer, type NatsServerHandle, removeDataDir, startNatsServer } from '@plaudit/embedded';

import { eventually } from '../eventually';
import { freePort } from '../free-port';
import { request } from './operator';
import { deployedAccess, passwordOf } from './start-guarded-nats';
import { temporaryFolder } from '../temporary-folder';

/** Three nats-servers with JetStream on loopback, with the accounts, users and permissions of `deploy/nats`. */
export interface NatsCluster {
  /** The names of its servers. Streams name their leader by them. */
  readonly names: readonly string[];
  /** Returns the URL of all servers for a user of `deploy/nats`, as a service's NATS_URL has it. */
  urlOf(user: string): string;
  /** Returns the name of the server that leads a stream. Waits for an election. */
  leaderOf(stream: string): Promise<string>;
  /** Returns how many messages a stream has. */
  messagesIn(stream: string): Promise<number>;
  /** Stops a server gracefully or like a crash. It can be restarted. */
  halt(name: string, how: 'stop' | 'kill'): Promise<void>;
  /** Starts a server again that was halted. */
  restart(name: string): Promise<void>;
  /** Waits until every stream has a leader and its other copies have caught up. */
  settle(): Promise<void>;
  /** Returns the logs of all servers since the start. */
  log(): string;
  /** Stops the servers and deletes their state. */
  stop(): Promise<void>;
}

const NAMES = ['n1', 'n2', 'n3'];
const ADMIN = 'admin';
/** An election takes seconds on a busy machine. */
const SETTLE = { timeoutMs: 120_000, intervalMs: 100 };
const REPLY_TIMEOUT_MS = 2_000;

interface Member {
  dataDir: string;
  port: number;
  routePort: number;
  server: NatsServerHandle | null;
}

/** Starts the cluster and waits until a stream can have three copies. Servers that are not stopped end with the jest run. */
export async function startNatsCluster(): Promise<NatsCluster> {
  const binary = await findNatsServer({ env: process.env });
  for (let attempt = 1; ; attempt += 1) {
    const cluster = new LocalNatsCluster(binary);
    try {
      await cluster.start();
      return cluster;
    } catch (error) {
      await cluster.stop();
      // Another process may take a port before the server does.
      if (attempt === 3 || !/in use/.test(String(error))) throw error;
    }
  }
}

interface StreamInfo {
  config: { num_replicas: number };
  state: { messages: number };
  cluster?: { leader?: string; replicas?: { current: boolean; offline?: boolean }[] };
}

class LocalNatsCluster implements NatsCluster {
  readonly names = NAMES;
  private readonly members = new Map<string, Member>();

  constructor(private readonly binary: string) {}

  async start(): Promise<void> {
    for (const name of NAMES) {
      const dataDir = temporaryFolder(`nats-${name}-`);
      this.members.set(name, {
        dataDir,
        port: await freePort(),
        routePort: await freePort(),
        server: null,
      });
    }
    // All have started or failed before a failure stops them.
    const starts = await Promise.allSettled(NAMES.map((name) => this.restart(name)));
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
    await this.placeStream();
  }

  /** JetStream may have a leader that does not know the other servers yet. It then refuses a stream with copies. */
  private async placeStream(): Promise<void> {
    const probe = { name: 'PROBE', subjects: ['probe'], num_replicas: NAMES.length, storage: 'memory' };
    await eventually(
      () => this.request('$JS.API.STREAM.CREATE.PROBE', probe),
      () => true,
      'JetStream to place a stream on all servers',
      SETTLE,
    );
    await eventually(
      () => this.request('$JS.API.STREAM.DELETE.PROBE'),
      () => true,
      'JetStream to delete the stream',
      SETTLE,
    );
  }

  urlOf(user: string): string {
    const login = `${user}:${passwordOf(user)}`;
    return [...this.members.values()].map(({ port }) => `nats://${login}@127.0.0.1:${port}`).join(',');
  }

  async leaderOf(stream: string): Promise<string> {
    const info = await eventually(
      () => this.request<StreamInfo>(`$JS.API.STREAM.INFO.${stream}`),
      ({ cluster }) => Boolean(cluster?.leader),
      `${stream} to have a leader`,
      SETTLE,
    );
    return info.cluster?.leader as string;
  }

  async messagesIn(stream: string): Promise<number> {
    const { state } = await this.request<StreamInfo>(`$JS.API.STREAM.INFO.${stream}`);
    return state.messages;
  }

  async halt(name: string, how: 'stop' | 'kill'): Promise<void> {
    const member = this.member(name);
    await member.server?.[how]();
    member.server = null;
  }

  async restart(name: string): Promise<void> {
    const { binary } = this;
    const member = this.member(name);
    const { dataDir, port } = member;
    const config = this.clusterConfig(name, member);
    member.server = await startNatsServer({ dataDir, binary, port, config, access: deployedAccess() });
  }

  async settle(): Promise<void> {
    await eventually(
      () => this.streams(),
      (streams) => streams.length > 0 && streams.every(isComplete),
      'all copies of the streams to have caught up',
      SETTLE,
    );
  }

  log(): string {
    const files = [...this.members.values()].map(({ dataDir }) => join(dataDir, 'nats', 'server.log'));
    return files.map((file) => readFileSync(file, 'utf8')).join('\n');
  }

  async stop(): Promise<void> {
    for (const [name, { dataDir }] of this.members) {
      await this.halt(name, 'stop');
      await removeDataDir(dataDir);
    }
  }

  private clusterConfig(name: string, { routePort }: Member): string {
    const routes = [...this.members.values()].map((other) => `nats-route://127.0.0.1:${other.routePort}`);
    return [
      `server_name: ${name}`,
      `cluster { name: plaudit, listen: "127.0.0.1:${routePort}", routes: ${JSON.stringify(routes)} }`,
    ].join('\n');
  }

  private member(name: string): Member {
    const member = this.members.get(name);
    if (!member) throw new Error(`The cluster has no server ${name}; its servers are ${NAMES.join(', ')}.`);
    return member;
  }

  private async streams(): Promise<StreamInfo[]> {
    const list = await this.request<{ streams?: StreamInfo[] }>('$JS.API.STREAM.LIST', { offset: 0 });
    return list.streams ?? [];
  }

  private request<Reply>(subject: string, body?: object): Promise<Reply> {
    // A server that has just lost its leader does not reply.
    return request<Reply>(this.urlOf(ADMIN), subject, body, REPLY_TIMEOUT_MS);
  }
}

function isComplete({ config, cluster }: StreamInfo): boolean {
  const copies = cluster?.replicas ?? [];
  return (
    Boolean(cluster?.leader) &&
    copies.length === config.num_replicas - 1 &&
    copies.every(({ current, offline }) => current && !offline)
  );
}
