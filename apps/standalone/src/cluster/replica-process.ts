import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@plaudit/contracts';
import { eventually, Exposition, freeze, SOURCE_FLAGS } from '@plaudit/testing';
import { REPOSITORY } from '../deploy/compose.suite';

/** Several processes start at once, and each migrates its database. */
const START = { timeoutMs: 180_000, intervalMs: 100 };
/** An ordered stop takes at most the grace and 30 s. */
const STOP = { timeoutMs: 90_000, intervalMs: 50 };
const PROBE_MS = 5_000;
const MAX_STARTS = 5;

export interface ReplicaOptions {
  service: ServiceName;
  host: string;
  port: number;
  metricsPort: number;
  settings: Readonly<Record<string, string>>;
  logFile: string;
}

/** One replica of a service as a process of its own. Its output is appended to a file. */
export class ReplicaProcess {
  private child: ChildProcess;

  constructor(private readonly options: ReplicaOptions) {
    this.child = start(options);
  }

  get url(): string {
    return `http://${this.options.host}:${this.options.port}`;
  }

  get port(): number {
    return this.options.port;
  }

  /**
   * Waits until `/health/ready` answers 200. A process that ends before is started again, as an orchestrator would do it.
   * Throws with the reason in its log if it ends again and again.
   */
  async untilReady(): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      const ended = await this.readyOrEnded();
      if (ended === '') return;
      if (starts === MAX_STARTS) throw this.notStarted(ended);
      this.child = start(this.options);
    }
  }

  /** Ends the process with SIGTERM, and throws if it does not end in order. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const how = await this.untilEnded();
    if (how !== 'code 0') throw new Error(`${this.options.service} ended with ${how} after SIGTERM.`);
  }

  /** Ends the process with SIGKILL, which also reaches a frozen one. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.untilEnded();
  }

  /** Returns how many requests it has answered since it started. */
  async answered(): Promise<number> {
    const { host, metricsPort } = this.options;
    const exposition = await Exposition.fetch(`http://${host}:${metricsPort}/metrics`);
    return exposition.sum('plaudit_http_request_duration_seconds_count');
  }

  /** Stops the process with SIGSTOP. Its connections stay open, and nothing answers. */
  freeze(): Promise<void> {
    return freeze(this.child.pid as number);
  }

  /** Continues a frozen process. */
  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Returns how the process ended, or an empty text as soon as it is ready. */
  private async readyOrEnded(): Promise<string> {
    const { service } = this.options;
    let ended = '';
    await eventually(
      async () => (ended = this.ended()) !== '' || (await this.isReady()),
      Boolean,
      `${service} on port ${this.port} to be ready`,
      START,
    );
    return ended;
  }

  private notStarted(ended: string): Error {
    const { service, logFile } = this.options;
    const reasons = readFileSync(logFile, 'utf8').match(/^.*"level":"fatal".*$/gm);
    return new Error(`${service} ended with ${ended} at each of ${MAX_STARTS} starts: ${reasons?.at(-1)}`);
  }

  private async untilEnded(): Promise<string> {
    if (!this.ended()) await Promise.race([once(this.child, 'exit'), this.tooLong()]);
    return this.ended() as string;
  }

  private tooLong(): Promise<unknown> {
    return eventually(() => this.ended(), Boolean, `${this.options.service} to end`, STOP);
  }

  /** Returns how the process ended, or an empty text while it runs. */
  private ended(): string {
    const { exitCode, signalCode } = this.child;
    return signalCode ?? (exitCode === null ? '' : `code ${exitCode}`);
  }

  private async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(PROBE_MS);
    return (await fetch(`${this.url}/health/ready`, { signal })).status === 200;
  }
}

function start({ service, host, port, metricsPort, settings, logFile }: ReplicaOptions): ChildProcess {
  const log = openSync(logFile, 'a');
  const main = join(REPOSITORY, 'apps', service, 'src', 'main.ts');
  const child = spawn(process.execPath, [...SOURCE_FLAGS, main], {
    env: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      ...settings,
      HOST: host,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}
