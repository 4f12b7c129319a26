import { Logger } from '@nestjs/common';
import { within } from './within';
import { connect, type ConnectionOptions, Events, type NatsConnection } from 'nats';

export interface NatsSettings {
  /** One or more servers, comma separated; `nats://user:password@host:4222`, `nats://token@host:4222`, `tls://…`. */
  url: string;
  /** Names the connection and its inboxes (`_INBOX.<service>`), which is all that its NATS user may subscribe to. */
  service: string;
  token?: string;
  user?: string;
  password?: string;
}

type LinkListener = (connected: boolean) => void;

const RECONNECT_MS = 500;
const RECONNECT_JITTER_MS = 100;
const FIRST_CONNECT_TIMEOUT_MS = 5_000;
const DRAIN_TIMEOUT_MS = 5_000;
/** A server that vanished without a word is given up after the third, in 15 s; nats.js alone would take six minutes. */
const PING_MS = 5_000;

/** What nats.js is given: it does not read credentials from a url by itself. */
export function connectionOptions(settings: NatsSettings): ConnectionOptions {
  const servers = settings.url.split(',').map((server) => new URL(server.trim()));
  const [first] = servers;
  if (!first) throw new Error('the NATS url is empty');
  const user = settings.user ?? decodeURIComponent(first.username);
  const password = settings.password ?? decodeURIComponent(first.password);
  const token = settings.token ?? (user && !password ? user : undefined);
  return {
    servers: servers.map((server) => server.host),
    name: settings.service,
    inboxPrefix: `_INBOX.${settings.service}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
    timeout: FIRST_CONNECT_TIMEOUT_MS,
    ...(token ? { token } : user ? { user, pass: password } : {}),
    ...(first.protocol === 'tls:' ? { tls: {} } : {}),
  };
}

/** Connects once and fails when that fails: for commands, not for services. */
export function connectNats(settings: NatsSettings): Promise<NatsConnection> {
  return connect(connectionOptions(settings));
}

/**
 * A service's one connection to NATS, made in the background: a service starts and answers requests while NATS is
 * down. After the first connect the same connection is kept for ever; nats.js resubscribes on reconnect.
 */
export class NatsLink {
  private readonly logger = new Logger(NatsLink.name);
  private readonly listeners = new Set<LinkListener>();
  private opening: Promise<void> | null = null;
  private nats: NatsConnection | null = null;
  private up = false;
  private closing = false;
  private cancelWait: () => void = () => {};

  constructor(private readonly settings: NatsSettings) {}

  get service(): string {
    return this.settings.service;
  }

  /** Null until the first connect succeeded. */
  get connection(): NatsConnection | null {
    return this.nats;
  }

  get connected(): boolean {
    return this.up;
  }

  /** Starts connecting; returns at once. */
  open(): void {
    this.opening ??= this.connectUntilItWorks();
  }

  /** Calls `listener` on every change, and at once when already connected. Returns how to stop that. */
  onChange(listener: LinkListener): () => void {
    this.listeners.add(listener);
    if (this.up) listener(true);
    return () => this.listeners.delete(listener);
  }

  /** For commands: rejects when there is no connection in time. */
  waitUntilConnected(timeoutMs: number): Promise<void> {
    let forget = (): void => {};
    const connected = new Promise<void>((resolve) => {
      forget = this.onChange((up) => {
        if (up) resolve();
      });
    });
    return within(connected, timeoutMs, 'NATS is not reachable').finally(() => forget());
  }

  /** Sends what is still buffered, then disconnects. */
  async close(): Promise<void> {
    this.closing = true;
    this.cancelWait();
    await this.opening;
    const nats = this.nats;
    const wasUp = this.up;
    // First of all: nobody may publish to a connection that drains.
    this.change(false);
    if (!nats || nats.isClosed()) return;
    // A drain waits for the server; when there is none the buffers are lost either way.
    if (!wasUp) await nats.close();
    else await within(nats.drain(), DRAIN_TIMEOUT_MS, 'no answer').catch(() => nats.close());
  }

  private async connectUntilItWorks(): Promise<void> {
    let failures = 0;
    while (!this.closing && !this.nats) {
      try {
        await this.adopt(await connectNats(this.settings));
      } catch (error) {
        if (failures === 0) this.logger.warn(`NATS is not reachable, trying on: ${(error as Error).message}`);
        failures += 1;
        await this.pause();
      }
    }
  }

  private async adopt(nats: NatsConnection): Promise<void> {
    if (this.closing) {
      await nats.close();
      return;
    }
    this.nats = nats;
    void this.watch(nats);
    this.change(true);
  }

  private async watch(nats: NatsConnection): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === Events.Disconnect) this.change(false);
      if (type === Events.Reconnect) this.change(true);
    }
    this.change(false);
  }

  private change(up: boolean): void {
    if (this.up === up) return;
    this.up = up;
    if (!this.closing) this.logger.log(up ? 'connected to NATS' : 'lost NATS, reconnecting');
    for (const listener of this.listeners) listener(up);
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RECONNECT_MS);
      this.cancelWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
