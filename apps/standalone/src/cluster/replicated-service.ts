import { join } from 'node:path';
import type { ServiceName } from '@plaudit/contracts';
import { eventually, freePort, LoadBalancer } from '@plaudit/testing';
import { ReplicaProcess } from './replica-process';

/** Two replicas run. The third port is for the new one while a service is rolled. */
const PORTS = 3;
const CHECK_EVERY_MS = 250;

export interface Place {
  /** The loopback address of the replicas. */
  host: string;
  /** The folder with one log per port. */
  logFolder: string;
}

/** A service with two replicas, as processes, behind a load balancer that knows the ports of all of them. */
export class ReplicatedService {
  private replicas: ReplicaProcess[] = [];
  private settings: Readonly<Record<string, string>> = {};

  private constructor(
    readonly name: ServiceName,
    private readonly place: Place,
    private readonly ports: readonly number[],
    readonly balancer: LoadBalancer,
  ) {}

  /** Opens the load balancer, so that the other services can be told its address. Starts no replica. */
  static async prepare(name: ServiceName, place: Place): Promise<ReplicatedService> {
    const ports: number[] = [];
    while (ports.length < PORTS) ports.push(await freePort());
    const targets = ports.map((port) => `http://${place.host}:${port}`);
    const balancer = await LoadBalancer.start(targets, { checkEveryMs: CHECK_EVERY_MS });
    return new ReplicatedService(name, place, ports, balancer);
  }

  get url(): string {
    return this.balancer.url;
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

  /** Replaces each replica by a new one: starts it, waits until it is ready, and stops the old one with SIGTERM. */
  async roll(): Promise<void> {
    for (const old of this.replicas) {
      const next = this.open(this.freePort());
      this.replicas = [...this.replicas, next];
      await next.untilReady();
      await old.stop();
      this.replicas = this.replicas.filter((replica) => replica !== old);
    }
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

  /** Waits until the replicas are ready and the load balancer sends them requests. */
  async untilReady(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.untilReady()));
    await eventually(
      () => this.balancer.ready(),
      (ready) => this.replicas.every(({ url }) => ready.includes(url)),
      `the load balancer of ${this.name} to see both replicas`,
    );
  }

  /** Ends all replicas and closes the load balancer. */
  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.kill()));
    await this.balancer.close();
  }

  private open(port: number): ReplicaProcess {
    const { name: service, settings, place } = this;
    return new ReplicaProcess({ service, host: place.host, port, settings, logFile: this.logFile(port) });
  }

  private freePort(): number {
    const used = new Set(this.replicas.map(({ port }) => port));
    return this.ports.find((port) => !used.has(port)) as number;
  }

  private logFile(port: number): string {
    return join(this.place.logFolder, `${this.name}-${port}.log`);
  }
}
