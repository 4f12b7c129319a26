import { join } from 'node:path';
import type { ServiceName } from '@plaudit/contracts';
import { freePort } from '@plaudit/testing';
import { ReplicaProcess } from './replica-process';

/** Two replicas run. While a service is rolled, a new one starts and an old one stops. */
const PORTS = 4;

export interface Place {
  /** The loopback address of the replicas. */
  host: string;
  /** The folder with one log per port. */
  logFolder: string;
  /** Ports that other services have, although nothing may listen on them yet. */
  takenPorts: Set<number>;
}

/** A service with two replicas, as processes. */
export class ReplicatedService {
  private replicas: ReplicaProcess[] = [];
  private settings: Readonly<Record<string, string>> = {};

  private constructor(
    readonly name: ServiceName,
    private readonly place: Place,
    private readonly ports: readonly number[],
    private readonly metricsPorts: readonly number[],
  ) {}

  /** Chooses the ports, so that the other services can be told the origins. Starts no replica. */
  static async prepare(name: ServiceName, place: Place): Promise<ReplicatedService> {
    const ports = new Set<number>();
    while (ports.size < 2 * PORTS) {
      const port = await freePort();
      if (!place.takenPorts.has(port)) ports.add(port);
    }
    for (const port of ports) place.takenPorts.add(port);
    const [served, metrics] = [[...ports].slice(0, PORTS), [...ports].slice(PORTS)];
    return new ReplicatedService(name, place, served, metrics);
  }

  /** Where its replicas may listen, those that are down included. */
  get origins(): string[] {
    return this.ports.map((port) => `http://${this.place.host}:${port}`);
  }

  /** Where its replicas listen now. */
  get running(): string[] {
    return this.replicas.map(({ url }) => url);
  }

  /** The files with the output of its processes. */
  get logFiles(): string[] {
    return this.ports.map((port) => this.logFile(port));
  }

  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    this.settings = settings;
    this.replicas = [this.open(this.ports[0]!), this.open(this.ports[1]!)];
    await this.untilReady();
  }

  /**
   * Replaces each replica by a new one: starts it, waits until it is ready, and stops the old one with SIGTERM. As under an
   * orchestrator, the second new one starts while the first old one stops.
   */
  async roll(): Promise<void> {
    const old = this.replicas;
    const stopped: Promise<void>[] = [];
    const added: ReplicaProcess[] = [];
    for (const replica of old) {
      const next = this.open(this.freePort([...old, ...added]));
      added.push(next);
      this.replicas = [...this.replicas, next];
      await next.untilReady();
      this.replicas = this.replicas.filter((other) => other !== replica);
      stopped.push(replica.stop());
    }
    await Promise.all(stopped);
  }

  /** Kills a replica with SIGKILL and starts it again on its port. */
  async kill(which: 0 | 1): Promise<void> {
    const killed = this.replicas[which]!;
    await killed.kill();
    const next = this.open(killed.port);
    this.replicas[which] = next;
    await next.untilReady();
  }

  /** Stops a replica with SIGSTOP during `work`. */
  async freezeDuring(which: 0 | 1, work: () => Promise<void>): Promise<void> {
    const frozen = this.replicas[which]!;
    await frozen.freeze();
    try {
      await work();
    } finally {
      frozen.resume();
    }
    await frozen.untilReady();
  }

  async untilReady(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.untilReady()));
  }

  /** Returns how many requests each replica has answered since it started. */
  answered(): Promise<number[]> {
    return Promise.all(this.replicas.map((replica) => replica.answered()));
  }

  /** Ends all replicas. */
  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.kill()));
  }

  private open(port: number): ReplicaProcess {
    const { name: service, settings, place } = this;
    const metricsPort = this.metricsPorts[this.ports.indexOf(port)] as number;
    const logFile = this.logFile(port);
    return new ReplicaProcess({ service, host: place.host, port, metricsPort, settings, logFile });
  }

  private freePort(replicas: readonly ReplicaProcess[]): number {
    const used = new Set(replicas.map(({ port }) => port));
    return this.ports.find((port) => !used.has(port)) as number;
  }

  private logFile(port: number): string {
    return join(this.place.logFolder, `${this.name}-${port}.log`);
  }
}
