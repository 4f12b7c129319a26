import { Logger } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { logRefused } from '../connection/refused-subscription';
import type { NatsLink } from '../connection/nats-link';
import { checkPayload, readEvent } from '../envelope/read-event';
import { causedBy, eventContext, type RunInContext } from '../event-context';
import { broadcastsOf, type DeclaredBroadcast, isGapHandler } from './broadcast.decorator';

/** The part of Nest's DiscoveryService that finds the decorated methods. */
export interface InstanceSource {
  getProviders(): { instance: unknown }[];
  getControllers(): { instance: unknown }[];
}

interface Listener extends DeclaredBroadcast {
  method: (event: DomainEvent) => unknown;
}

/** Subscribes the `@Broadcast` methods of this replica in core NATS. */
export class Broadcasts {
  private readonly logger = new Logger(Broadcasts.name);
  private readonly listeners = new Map<string, Listener[]>();
  private readonly gapListeners: (() => unknown)[] = [];
  private readonly registered = new Set<unknown>();
  private readonly running = new Set<Promise<void>>();
  private readonly subscriptions = new Map<string, Subscription>();
  private removeLinkListener: () => void = () => {};

  constructor(
    private readonly link: NatsLink,
    private readonly runInContext: RunInContext = (_event, work) => work(),
  ) {}

  /** Registers the decorated methods of all providers and controllers. Call it before `start`. */
  discover(source: InstanceSource): void {
    for (const { instance } of [...source.getProviders(), ...source.getControllers()])
      this.register(instance);
  }

  /** Registers the decorated methods of one object. */
  register(instance: unknown): void {
    if (typeof instance !== 'object' || instance === null || this.registered.has(instance)) return;
    this.registered.add(instance);
    for (const method of methodsOf(instance)) {
      for (const declared of broadcastsOf(method)) {
        const { pattern } = declared.definition;
        const listener: Listener = { ...declared, method: (event) => method.call(instance, event) };
        this.listeners.set(pattern, [...(this.listeners.get(pattern) ?? []), listener]);
      }
      if (isGapHandler(method)) this.gapListeners.push(() => method.call(instance));
    }
  }

  start(): void {
    this.removeLinkListener = this.link.onChange((connected) => {
      const nats = this.link.connection;
      if (connected && nats) this.track(this.onConnected(nats));
    });
  }

  /** Unsubscribes and waits for the methods that are still running. */
  async stop(): Promise<void> {
    this.removeLinkListener();
    if (!this.link.connection?.isClosed())
      this.subscriptions.forEach((subscription) => subscription.unsubscribe());
    await Promise.all(this.running);
  }

  private async onConnected(nats: NatsConnection): Promise<void> {
    for (const [pattern, listeners] of this.listeners) this.subscribe(nats, pattern, listeners);
    // When the server has responded, it has processed the subscriptions too, and the gap ends.
    await nats.flush().catch(() => {});
    for (const listener of this.gapListeners) await this.safely('a broadcast gap', async () => listener());
  }

  private subscribe(nats: NatsConnection, pattern: string, listeners: readonly Listener[]): void {
    if (this.subscriptions.has(pattern)) return;
    const subscription = nats.subscribe(`${pattern}.>`, {
      callback: (error, message) => {
        if (!error) return this.track(this.deliver(message, listeners));
        // The server has closed the subscription. The next connect tries again.
        this.subscriptions.delete(pattern);
        logRefused(this.logger, `${pattern}.>`, error);
      },
    });
    this.subscriptions.set(pattern, subscription);
  }

  private async deliver(message: Msg, listeners: readonly Listener[]): Promise<void> {
    await this.safely(message.subject, async () => {
      const event = readEvent(message.data);
      await eventContext.run(causedBy(event), () =>
        this.runInContext(event, async () => {
          for (const listener of listeners) await this.safely(message.subject, () => call(listener, event));
        }),
      );
    });
  }

  private async safely(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(`Failed to handle ${what}: ${(error as Error).message}`);
    }
  }

  private track(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }
}

async function call({ definition, fields, method }: Listener, event: DomainEvent): Promise<void> {
  checkPayload(definition, event, fields);
  await method(event);
}

function methodsOf(instance: object): ((...args: unknown[]) => unknown)[] {
  const methods = new Map<string, (...args: unknown[]) => unknown>();
  for (
    let prototype: object | null = Object.getPrototypeOf(instance) as object | null;
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name === 'constructor' || typeof value !== 'function' || methods.has(name)) continue;
      methods.set(name, value as (...args: unknown[]) => unknown);
    }
  }
  return [...methods.values()];
}
