import { setTimeout as delay } from 'node:timers/promises';
import type { Cleanup } from './cleanup';
import { Program, sourceProgram } from './program';
import type { Servers } from './servers';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/** A consumer of reviews in a separate process. */
export class Consumer {
  private constructor(private readonly program: Program) {}

  static async start(servers: Servers, cleanup: Cleanup): Promise<Consumer> {
    const program = await Program.start({
      args: sourceProgram('consumer.process.ts'),
      env: { ...servers.settings('channels'), NODE_ENV: 'production', LOG_LEVEL: 'warn' },
      ready: /Listening on (http:\/\/[\d.:]+)/,
      ipc: true,
    });
    cleanup.defer(() => program.stop());
    return new Consumer(program);
  }

  /** Waits for `count` events. Returns the time at which each was handled, by event id. */
  async handled(count: number): Promise<Map<string, number>> {
    const deadline = performance.now() + PATIENCE_MS;
    while ((await this.program.ask<number>('count')) < count) {
      if (performance.now() > deadline)
        throw new Error(`The consumer did not handle ${count} events in time.`);
      await delay(POLL_MS);
    }
    return new Map(await this.program.ask<[string, number][]>('take'));
  }
}
