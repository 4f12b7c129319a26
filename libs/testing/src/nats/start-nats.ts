import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findNatsServer, type NatsServerHandle, removeDataDir, startNatsServer } from '@plaudit/embedded';

import { eventually } from '../eventually';
import { freePort } from '../free-port';
import { freeze } from '../freeze';
import { temporaryFolder } from '../temporary-folder';

/** A nats-server of one spec file. It keeps its port and its store when it restarts. */
export interface NatsHandle {
  /** Contains the user: `nats://plaudit:<password>@127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
  /** The folder of the streams, such as `EVENTS/msgs`. Change it only while the server is stopped. */
  readonly streamsDir: string;
  /** Stops the server gracefully. It can be restarted. */
  halt(): Promise<void>;
  /** Kills the server with SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** Starts the server again. Stops it gracefully before if it runs. */
  restart(): Promise<void>;
  /** Stops the process with SIGSTOP. Connections stay open, and nothing responds after the promise resolves. */
  pause(): Promise<void>;
  resume(): void;
  /** Replaces the lines that say who may connect. The server ends the connections that it no longer permits. */
  replaceAccess(access: string): Promise<void>;
  /** Returns the log since the first start. */
  log(): string;
  /** Stops the server and deletes its state. */
  stop: () => Promise<void>;
}

export interface StartNatsOptions {
  /** Lines to add to the configuration. */
  config?: string;
  /** The lines of the configuration that say who may connect. They replace the user. */
  access?: string;
}

/** Starts a nats-server with JetStream (about 20 ms). A server that a spec does not stop ends with the jest run. */
export async function startNats({ config, access }: StartNatsOptions = {}): Promise<NatsHandle> {
  const binary = await findNatsServer({ env: process.env });
  const dataDir = temporaryFolder('nats-');
  let server: NatsServerHandle | null = await startOnFreePort((port) =>
    startNatsServer({ dataDir, binary, config, access, port }),
  );
  const { url, port } = server;
  const signal = (name: NodeJS.Signals): void => {
    if (server) process.kill(server.pid, name);
  };
  const end = async (how: 'kill' | 'stop'): Promise<void> => {
    // SIGKILL reaches a process that SIGSTOP has stopped. Waking it with SIGCONT would let it respond before it ends.
    if (how === 'stop') signal('SIGCONT');
    await server?.[how]();
    server = null;
  };
  const log = (): string => readFileSync(join(dataDir, 'nats', 'server.log'), 'utf8');
  let current = access ?? '';
  return {
    url,
    port,
    streamsDir: join(dataDir, 'nats', 'store', 'jetstream', '$G', 'streams'),
    halt: () => end('stop'),
    kill: () => end('kill'),
    restart: async () => {
      await end('stop');
      server = await startNatsServer({ dataDir, binary, config, access: current || undefined, port });
    },
    replaceAccess: async (wanted) => {
      const file = join(dataDir, 'nats', 'nats-server.conf');
      const { length } = log();
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(current, () => wanted),
      );
      current = wanted;
      signal('SIGHUP');
      const reloaded = (): boolean => log().slice(length).includes('Reloaded server configuration');
      await eventually(reloaded, Boolean, 'nats-server to read its configuration again');
    },
    pause: async () => {
      if (server) await freeze(server.pid);
    },
    resume: () => signal('SIGCONT'),
    log,
    stop: async () => {
      await end('stop');
      await removeDataDir(dataDir);
    },
  };
}

/** Chooses the port itself. A port that the server chooses could be taken by the time of a restart. */
async function startOnFreePort(
  start: (port: number) => Promise<NatsServerHandle>,
): Promise<NatsServerHandle> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === 3 || !/in use/.test(String(error))) throw error;
    }
  }
}
