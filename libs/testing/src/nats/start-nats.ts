import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findNatsServer, type NatsServerHandle, removeDataDir, startNatsServer } from '@plaudit/embedded';

import { freePort } from '../free-port';
import { freeze } from '../freeze';

/** A nats-server of one spec file, on a port and a store that it keeps through restarts. */
export interface NatsHandle {
  /** With its token: `nats://<token>@127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
  /** Where the server keeps its streams: below it lies `EVENTS/msgs`. To be touched only while it is down. */
  readonly streamsDir: string;
  /** Stops it in order, to be restarted. */
  halt(): Promise<void>;
  /** SIGKILL, as a crash. */
  kill(): Promise<void>;
  /** Starts it again, after it was stopped in order if it runs. */
  restart(): Promise<void>;
  /** SIGSTOP: connections stay open and, once the promise resolves, nothing answers. */
  pause(): Promise<void>;
  resume(): void;
  /** What the server has logged since it was started first. */
  log(): string;
  /** For good; its state is deleted. */
  stop: () => Promise<void>;
}

export interface StartNatsOptions {
  /** More lines for the server's configuration. */
  config?: string;
  /** Lines that say who may connect, in place of the token that `url` has. */
  access?: string;
}

/** Starts a nats-server with JetStream (about 20 ms). Whatever a spec leaves running ends with the jest run. */
export async function startNats({ config, access }: StartNatsOptions = {}): Promise<NatsHandle> {
  const binary = await findNatsServer({ env: process.env });
  const dataDir = mkdtempSync(join(process.env.PLAUDIT_TEST_RUN ?? tmpdir(), 'nats-'));
  let server: NatsServerHandle | null = await startOnFreePort((port) =>
    startNatsServer({ dataDir, binary, config, access, port }),
  );
  const { url, port, token } = server;
  const signal = (name: NodeJS.Signals): void => {
    if (server) process.kill(server.pid, name);
  };
  const end = async (how: 'kill' | 'stop'): Promise<void> => {
    // A stopped process hears SIGKILL, and nothing else; woken for that, it would answer before it dies.
    if (how === 'stop') signal('SIGCONT');
    await server?.[how]();
    server = null;
  };
  return {
    url,
    port,
    streamsDir: join(dataDir, 'nats', 'store', 'jetstream', '$G', 'streams'),
    halt: () => end('stop'),
    kill: () => end('kill'),
    restart: async () => {
      await end('stop');
      server = await startNatsServer({ dataDir, binary, config, access, port, token });
    },
    pause: async () => {
      if (server) await freeze(server.pid);
    },
    resume: () => signal('SIGCONT'),
    log: () => readFileSync(join(dataDir, 'nats', 'server.log'), 'utf8'),
    stop: async () => {
      await end('stop');
      await removeDataDir(dataDir);
    },
  };
}

/** Not on a port of the server's own choice: another connection could have that one by the time of a restart. */
async function startOnFreePort(
  start: (port: number) => Promise<NatsServerHandle>,
): Promise<NatsServerHandle> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === 3 || !/address already in use/.test(String(error))) throw error;
    }
  }
}
