import { Logger } from '@nestjs/common';
import { Events, type NatsConnection } from 'nats';
import { refusalOf } from './log-in-refusal';
import { payloadProblem } from './max-payload';
import { connectNats, type NatsSettings, withTimeout } from './nats-connection';

type LinkListener = (connected: boolean) => void;

const RETRY_MS = 500;
/** nats.js reconnects in less if nothing prevents it. */
const ASK_MS = 2_000;
const DRAIN_TIMEOUT_MS = 5_000;

/**
 * The only connection of a service to NATS. It is opened in the background, so that a service starts and handles
 * requests while NATS is down. After the first connect the object never changes. nats.js resubscribes on reconnect.
 */
export class NatsLink {
  private readonly logger = new Logger(NatsLink.name);
  private readonly listeners = new Set<LinkListener>();
  private opening: Promise<void> | null = null;
  private nats: NatsConnection | null = null;
  private up = false;
  private refusedBecause: string | null = null;
  private asking = false;
  private reconnectCount = 0;
  private closing = false;
  private cancelWait: () => void = () => {};
  private noteAttempt: () => void = () => {};
  private readonly attempted = new Promise<void>((resolve) => {
    this.noteAttempt = resolve;
  });

  /** `askMs` is the pause before a link that does not reconnect asks the server why, and between two such questions. */
  constructor(
    private readonly settings: NatsSettings,
    private readonly askMs = ASK_MS,
  ) {}

  get service(): string {
    return this.settings.service;
  }

  /** Null before the first successful connect. */
  get connection(): NatsConnection | null {
    return this.nats;
  }

  get connected(): boolean {
    return this.up;
  }

  /** How often the connection was lost and found again. */
  get reconnects(): number {
    return this.reconnectCount;
  }

  /** Why this connection must not be used for publishing, or null. */
  get publishProblem(): string | null {
    return this.nats && payloadProblem(this.nats);
  }

  /**
   * Why NATS does not let this service in, or null. It stays until a log-in succeeds. A server that is away is no reason:
   * it comes back by itself, and a wrong password does not.
   */
  get refusal(): string | null {
    return this.refusedBecause;
  }

  /** Starts to connect and returns at once. */
  open(): void {
    this.opening ??= this.connectWithRetries();
  }

  /**
   * Calls `listener` on every change, and immediately if there is a connection already. Returns a function that removes
   * the listener.
   */
  onChange(listener: LinkListener): () => void {
    this.listeners.add(listener);
    if (this.up) listener(true);
    return () => this.listeners.delete(listener);
  }

  /**
   * Resolves after the first attempt to connect, or after `timeoutMs`. Throws if it reached a server that cannot take the
   * largest event. A server that is down is no error.
   */
  async checkServer(timeoutMs: number): Promise<void> {
    await withTimeout(this.attempted, timeoutMs, 'The attempt takes longer.').catch(() => {});
    if (this.publishProblem) throw new Error(this.publishProblem);
  }

  /** Rejects if there is no connection after `timeoutMs`. For commands. */
  waitUntilConnected(timeoutMs: number): Promise<void> {
    let removeListener = (): void => {};
    const connected = new Promise<void>((resolve) => {
      removeListener = this.onChange((up) => {
        if (up) resolve();
      });
    });
    const message = `Could not connect to NATS within ${timeoutMs} ms.`;
    return withTimeout(connected, timeoutMs, message).finally(() => removeListener());
  }

  /** Sends the buffered messages, then disconnects. */
  async close(): Promise<void> {
    this.closing = true;
    this.cancelWait();
    await this.opening;
    const nats = this.nats;
    const wasUp = this.up;
    // This comes first, because publishing to a connection that drains is an error.
    this.setConnected(false);
    if (!nats || nats.isClosed()) return;
    // A drain waits for the server. Without a server the buffered messages are lost in any case.
    if (!wasUp) await nats.close();
    else await withTimeout(nats.drain(), DRAIN_TIMEOUT_MS, 'The drain timed out.').catch(() => nats.close());
  }

  private async connectWithRetries(): Promise<void> {
    let failures = 0;
    while (!this.closing && !this.nats) {
      try {
        await this.use(await connectNats(this.settings));
      } catch (error) {
        const { message, cause } = error as Error;
        const refusal = refusalOf(cause as Error, this.settings);
        if (refusal !== null) this.noteRefusal(refusal);
        else if (failures === 0) this.logger.warn(`${message}. Retrying.`);
        failures += 1;
        this.noteAttempt();
        await this.pause(RETRY_MS);
      }
    }
  }

  private async use(nats: NatsConnection): Promise<void> {
    if (this.closing) {
      await nats.close();
      return;
    }
    this.nats = nats;
    void this.watch(nats);
    this.setConnected(true);
    this.noteAttempt();
  }

  private async watch(nats: NatsConnection): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === Events.Disconnect) {
        this.setConnected(false);
        void this.askWhileDown();
      }
      if (type !== Events.Reconnect) continue;
      this.reconnectCount += 1;
      this.setConnected(true);
    }
    this.setConnected(false);
  }

  private setConnected(up: boolean): void {
    if (this.up === up) return;
    this.up = up;
    if (up) this.refusedBecause = null;
    if (!this.closing)
      this.logger.log(up ? 'Connected to NATS' : 'Lost the connection to NATS; reconnecting');
    if (up && this.publishProblem) this.logger.error(`Publishes no events: ${this.publishProblem}`);
    for (const listener of this.listeners) listener(up);
  }

  /**
   * nats.js reconnects without a word about what prevents it. So a connection of its own asks the server while it takes longer.
   * An expired credential that was replaced is no refusal, because nats.js reads the new one before the first question.
   */
  private async askWhileDown(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    await this.pause(this.askMs);
    while (!this.up && !this.closing) {
      try {
        await (await connectNats(this.settings)).close();
      } catch (error) {
        if (!this.up) this.noteRefusal(refusalOf((error as Error).cause as Error, this.settings));
      }
      await this.pause(this.askMs);
    }
    this.asking = false;
  }

  /** Logs a new reason. nats.js and this link never stop trying, so the same reason would fill the log. */
  private noteRefusal(refusal: string | null): void {
    if (refusal === null || refusal === this.refusedBecause) return;
    this.refusedBecause = refusal;
    this.logger.error(refusal);
  }

  private async pause(ms: number): Promise<void> {
    if (this.closing) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.cancelWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
