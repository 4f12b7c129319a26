import { Logger } from '@nestjs/common';
import { DURABLES, type DurableTopology, STREAMS } from '@plaudit/contracts';
import type { ConsumerInfo, JetStreamManager, NatsConnection } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { WakeSignal } from '../outbox/wake-signal';
import { DEAD_LETTER_STREAM, EVENTS_STREAM, durableSettings } from '../topology/topology-settings';
import { DeadLetterLoss } from './dead-letter-loss';
import { KeeperLog } from './keeper-log';
import { fillOf, type Need, purgePlan, type StreamLevel } from './purge-plan';
import {
  consumersOf,
  deadLettersOf,
  isLive,
  lagOf,
  levelOf,
  oldestNeeded,
  type StreamConsumers,
} from './stream-state';

export interface StreamKeeperOptions {
  /** Returns true on the one replica that keeps the streams. */
  leads: () => boolean;
  /** Pause between two runs; default 15 s. */
  intervalMs?: number;
  /** Default: the durables of all services. */
  durables?: readonly DurableTopology[];
}

/** One consumer of a stream, of the product or from outside. */
interface ConsumerLag {
  stream: string;
  durable: string;
  /** True for a consumer that is not the product's. */
  outside: boolean;
  /** Messages that were not delivered or not acknowledged. */
  lag: number;
}

/** What the keeper found in its latest run. */
export interface StreamReport {
  streams: StreamLevel[];
  consumers: ConsumerLag[];
  /** The dead letters that wait for an operator, by the durable that gave them up. */
  deadLetters: { durable: string; letters: number }[];
  /** Age of the oldest event that a durable of the product has not acknowledged; 0 if there is none. */
  oldestUnacknowledgedSeconds: number;
  /** True while a durable of the product lags so far that EVENTS cannot be emptied below 80 %. */
  blocked: boolean;
}

type ConsumerName = Pick<ConsumerInfo, 'stream_name' | 'name'>;

/** Counted since the start of the process. */
interface StreamCounters {
  purgedEvents: number;
  lostDeadLetters: number;
  /** By stream and durable: how often it was missing. */
  missingDurables: { stream: string; durable: string; times: number }[];
}

const INTERVAL_MS = 15_000;
/** Pause while this replica does not lead or is not connected. */
const WAIT_MS = 1_000;
/** The server searches the whole stream for the next event of a rare noun. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Keeps the streams usable. EVENTS gives up what all its consumers have acknowledged before it is full, because a full
 * stream refuses events. Missing durables are created again. It also measures the streams for the metrics.
 */
export class StreamKeeper {
  private readonly logger = new Logger(StreamKeeper.name);
  private readonly log = new KeeperLog(this.logger);
  private readonly loss = new DeadLetterLoss(this.logger);
  private readonly signal = new WakeSignal();
  private readonly durables: readonly DurableTopology[];
  private readonly intervalMs: number;
  private readonly missing: StreamCounters['missingDurables'];
  private latest: StreamReport | null = null;
  private purgedEvents = 0;
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly link: NatsLink,
    private readonly options: StreamKeeperOptions,
  ) {
    this.durables = options.durables ?? DURABLES;
    this.intervalMs = options.intervalMs ?? INTERVAL_MS;
    this.missing = this.durables.map(({ stream, name }) => ({ stream, durable: name, times: 0 }));
  }

  /** Null on a replica that does not keep the streams, and while NATS does not respond. */
  get report(): StreamReport | null {
    return this.canLook ? this.latest : null;
  }

  get counters(): StreamCounters {
    return {
      purgedEvents: this.purgedEvents,
      lostDeadLetters: this.loss.letters,
      missingDurables: this.missing,
    };
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Waits for the end of a run that has begun. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.interrupt();
    await this.running;
  }

  private get canLook(): boolean {
    return this.link.connected && this.options.leads();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.latest = await this.safeLook();
      if (!this.stopping) await this.signal.rest(this.canLook ? this.intervalMs : WAIT_MS);
    }
  }

  private async safeLook(): Promise<StreamReport | null> {
    const { connection } = this.link;
    if (!connection || !this.canLook) return null;
    let removeListener = (): void => {};
    // A request that was sent when the connection is lost has no answer. Nobody waits for its timeout.
    const lost = new Promise<never>((_resolve, reject) => {
      removeListener = this.link.onChange((up) => {
        if (!up) reject(new Error('the connection was lost'));
      });
    });
    try {
      const jsm = await connection.jetstreamManager({ checkAPI: false, timeout: REQUEST_TIMEOUT_MS });
      return await Promise.race([this.look(connection, jsm), lost]);
    } catch (error) {
      // NATS stopped in the middle, or the permissions are out of date.
      this.logger.warn(`Failed to look after the streams: ${(error as Error).message}`);
      return null;
    } finally {
      removeListener();
    }
  }

  private async look(nats: NatsConnection, jsm: JetStreamManager): Promise<StreamReport> {
    // The levels come first: a consumer without a backlog has acknowledged everything that its stream had before.
    const found = await Promise.all(STREAMS.map(({ name }) => levelOf(jsm, name)));
    const streams = found.filter((level) => level !== null);
    this.log.missingStreams(STREAMS.filter((_stream, at) => !found[at]).map(({ name }) => name));
    const consumers: ConsumerInfo[] = [];
    const silent: ConsumerName[] = [];
    let areAllFound = true;
    for (const stream of new Set(this.durables.map((durable) => durable.stream))) {
      if (!streams.some((level) => level.stream === stream)) continue;
      const ofStream = await consumersOf(nats, jsm, stream);
      if (await this.restoreMissing(jsm, stream, ofStream)) areAllFound = false;
      consumers.push(...ofStream.reported);
      silent.push(...ofStream.silent.map((name) => ({ stream_name: stream, name })));
    }
    this.log.silentConsumers(silent.map(({ name }) => name));
    const level = streams.find(({ stream }) => stream === EVENTS_STREAM);
    const kept = (await this.withoutIntruders(jsm, consumers)).filter((one) => !isLive(one));
    const { needs, oldest } = await this.needsOf(jsm, kept, silent, level);
    // A durable that was missing may need everything.
    const blocked = level && areAllFound ? await this.purge(jsm, level, needs) : false;
    this.loss.observe(streams);
    return {
      streams,
      consumers: kept.map((consumer) => ({
        stream: consumer.stream_name,
        durable: consumer.name,
        outside: this.isOutside(consumer),
        lag: lagOf(consumer),
      })),
      deadLetters: await this.deadLetters(jsm, streams),
      oldestUnacknowledgedSeconds: oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1_000) : 0,
      blocked,
    };
  }

  private async deadLetters(
    jsm: JetStreamManager,
    streams: readonly StreamLevel[],
  ): Promise<StreamReport['deadLetters']> {
    const exists = streams.some(({ stream }) => stream === DEAD_LETTER_STREAM);
    const names = new Set(this.durables.map(({ name }) => name));
    return exists ? deadLettersOf(jsm, [...names]) : [];
  }

  /** Creates the missing durables of a stream. Returns true if there were any. */
  private async restoreMissing(
    jsm: JetStreamManager,
    stream: string,
    { reported, silent }: StreamConsumers,
  ): Promise<boolean> {
    const names = new Set([...reported.map(({ name }) => name), ...silent]);
    const missing = this.durables.filter((durable) => durable.stream === stream && !names.has(durable.name));
    for (const durable of missing) {
      const count = this.missing.find((its) => its.stream === stream && its.durable === durable.name);
      if (count) count.times += 1;
      await this.restore(jsm, durable);
    }
    return missing.length > 0;
  }

  private async restore(jsm: JetStreamManager, durable: DurableTopology): Promise<void> {
    const { stream, name } = durable;
    try {
      await jsm.consumers.add(stream, durableSettings(durable));
      this.logger.error(
        `Created the durable ${name} of the stream ${stream} again, because it was missing. ` +
          'It receives all events of the stream, and the inbox skips those that were handled before',
      );
    } catch (error) {
      this.logger.error(
        `Failed to create the missing durable ${name} of the stream ${stream}; ` +
          `run "npm run topology": ${(error as Error).message}`,
      );
    }
  }

  /**
   * Deletes outside consumers whose events the server publishes to a subject of their choice, and returns the others. Such
   * a consumer would let a user who may only read publish to any subject.
   */
  private async withoutIntruders(
    jsm: JetStreamManager,
    consumers: readonly ConsumerInfo[],
  ): Promise<ConsumerInfo[]> {
    const kept: ConsumerInfo[] = [];
    for (const consumer of consumers) {
      const target = consumer.config.deliver_subject;
      if (!target || target.startsWith('_INBOX.') || !this.isOutside(consumer)) {
        kept.push(consumer);
        continue;
      }
      await jsm.consumers.delete(consumer.stream_name, consumer.name);
      this.logger.error(
        `Deleted the consumer ${consumer.name} of the stream ${consumer.stream_name}, because the server would ` +
          `publish its events to ${target}. A consumer from outside must pull, or use an inbox`,
      );
    }
    return kept;
  }

  private async needsOf(
    jsm: JetStreamManager,
    consumers: readonly ConsumerInfo[],
    silent: readonly ConsumerName[],
    level: StreamLevel | undefined,
  ): Promise<{ needs: Need[]; oldest: Date | null }> {
    // A consumer without a leader may need every event.
    const needs: Need[] = silent
      .filter(({ stream_name }) => stream_name === EVENTS_STREAM)
      .map((one) => ({ consumer: one.name, outside: this.isOutside(one), sequence: 0, silent: true }));
    let oldest: Date | null = null;
    // The consumers were read after the level, and may have acknowledged newer events meanwhile.
    const last = (await levelOf(jsm, EVENTS_STREAM))?.last ?? 0;
    for (const consumer of consumers) {
      if (consumer.stream_name !== EVENTS_STREAM) continue;
      const outside = this.isOutside(consumer);
      const needed = await oldestNeeded(jsm, consumer);
      // A durable that is ahead of its stream receives everything again when the topology command recreates it.
      const isAhead = level !== undefined && consumer.ack_floor.stream_seq > last;
      const sequence = isAhead ? level.first : (needed?.seq ?? null);
      needs.push({ consumer: consumer.name, outside, sequence });
      if (needed && !outside && (!oldest || needed.time < oldest)) oldest = needed.time;
    }
    return { needs, oldest };
  }

  /** Returns true if a durable of the product prevents the purge. */
  private async purge(jsm: JetStreamManager, level: StreamLevel, needs: readonly Need[]): Promise<boolean> {
    const { keepFrom, losers, holders } = purgePlan(level, needs);
    this.log.holders(holders, fillOf(level));
    if (keepFrom === null) return holders.length > 0;
    const { purged } = await jsm.streams.purge(EVENTS_STREAM, { seq: keepFrom });
    this.purgedEvents += purged;
    const percent = Math.round(fillOf(level) * 100);
    this.logger.log(`Purged ${purged} acknowledged events of the stream ${EVENTS_STREAM} at ${percent} %`);
    if (losers.length > 0)
      this.logger.warn(
        `The stream ${EVENTS_STREAM} was ${percent} % full and gave up events that these consumers from outside ` +
          `had not acknowledged: ${losers.join(', ')}`,
      );
    return holders.length > 0;
  }

  private isOutside({ stream_name, name }: ConsumerName): boolean {
    // A name with `__` is a durable of another release. Names of outside consumers cannot contain that.
    const isKnown = this.durables.some((durable) => durable.stream === stream_name && durable.name === name);
    return !isKnown && !name.includes('__');
  }
}
