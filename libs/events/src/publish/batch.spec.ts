import { isDeepStrictEqual } from 'node:util';
import { SeededRandom } from '@plaudit/testing';
import { Batch } from './batch';
import { failed, type OutgoingMessage, type PublishOutcome } from './publish-outcome';

const message = (key: string, version: number): OutgoingMessage => ({
  id: `${key}${version}`,
  subject: 'things.changed',
  payload: String(version),
  key,
});
const stored = (sequence: number): PublishOutcome => ({ stored: true, duplicate: false, sequence });
const refusal = failed('stream_full', 'maximum bytes exceeded');

describe('Batch', () => {
  let sent: string[];
  let batch: Batch;
  let done: Promise<PublishOutcome[]>;

  function run(messages: OutgoingMessage[], windowSize = 10): void {
    sent = [];
    const send = ({ id }: OutgoingMessage): unknown => sent.push(id);
    batch = new Batch(messages, { windowSize, timeoutMs: 60_000, send });
    done = batch.run();
  }

  it('sends a message only after the previous message with its key is stored', async () => {
    run([message('a', 1), message('b', 1), message('a', 2), message('c', 1)]);
    expect(sent).toEqual(['a1', 'b1']);
    batch.settle(1, stored(1));
    expect(sent).toEqual(['a1', 'b1']);
    batch.settle(0, stored(2));
    expect(sent).toEqual(['a1', 'b1', 'a2', 'c1']);
    batch.settle(3, stored(3));
    batch.settle(2, stored(4));
    expect((await done).every((outcome) => outcome.stored)).toBe(true);
  });

  it('sends nothing more after a refusal, even if messages in flight are stored', async () => {
    run([message('a', 1), message('b', 1), message('a', 2), message('b', 2), message('c', 1)]);
    batch.settle(0, refusal);
    batch.settle(1, stored(1));
    expect(sent).toEqual(['a1', 'b1']);
    const notSent = expect.objectContaining({ reason: 'not_sent' });
    expect(await done).toEqual([refusal, stored(1), notSent, notSent, notSent]);
  });

  it('sends nothing more after an abort and ignores late responses', async () => {
    run([message('a', 1), message('a', 2)]);
    batch.abort('timeout', 'no response');
    batch.settle(0, stored(1));
    expect(sent).toEqual(['a1']);
    expect(await done).toMatchObject([{ reason: 'timeout' }, { reason: 'not_sent' }]);
  });
});

interface InFlight {
  message: OutgoingMessage;
  respond(outcome: PublishOutcome): void;
}

/** The possible next steps and their relative frequency. */
const WEIGHTS = { deliver: 10, respond: 10, begin: 4, commit: 2, refuse: 1, timeOut: 1, reconnect: 1 };
const STEPS = Object.entries(WEIGHTS).flatMap(([step, weight]) =>
  Array<keyof typeof WEIGHTS>(weight).fill(step as keyof typeof WEIGHTS),
);

/** The state that all leaders share: the outbox, the stream and the connections between them. */
class Schedule {
  readonly pending: OutgoingMessage[] = [];
  readonly stored: OutgoingMessage[] = [];
  readonly connections: InFlight[][] = [];
  private readonly responses: (() => void)[] = [];
  private readonly versions: Record<string, number> = {};
  private refusing = false;

  constructor(
    private readonly random: SeededRandom,
    private readonly keyed: boolean,
  ) {}

  /** Runs one random step. */
  step(leaders: readonly Leader[]): void {
    const step = this.random.pick(STEPS);
    if (step === 'begin' || step === 'timeOut' || step === 'reconnect') this.random.pick(leaders)[step]();
    else this[step]();
  }

  /** Runs one round without failures. */
  settle(leaders: readonly Leader[]): void {
    this.refusing = false;
    for (const leader of leaders) leader.begin();
    this.deliver();
    this.respond();
  }

  get idle(): boolean {
    return (
      this.pending.length + this.responses.length === 0 &&
      this.connections.every(({ length }) => length === 0)
    );
  }

  /**
   * Returns true if the versions of each name are in the order of their commits. Fails if one is missing or repeated.
   */
  get inOrder(): boolean {
    return Object.entries(this.versions).every(([name, newest]) => {
      const versions = this.stored
        .filter(({ subject }) => subject === name)
        .map(({ payload }) => Number(payload));
      expect(versions.toSorted((a, b) => a - b)).toEqual(upTo(newest));
      return isDeepStrictEqual(versions, upTo(newest));
    });
  }

  private commit(): void {
    const name = this.random.pick(['a', 'b', 'c']);
    const version = (this.versions[name] ?? 0) + 1;
    this.versions[name] = version;
    const { key, ...rest } = { ...message(name, version), subject: name };
    this.pending.push(this.keyed ? { ...rest, key } : rest);
  }

  private refuse(): void {
    this.refusing = !this.refusing;
  }

  /** Lets the server read one message of one connection, which the client may have closed already. */
  private deliver(): void {
    const busy = this.connections.filter(({ length }) => length > 0);
    const next = busy.length > 0 ? this.random.pick(busy).shift() : undefined;
    if (!next) return;
    const outcome = this.store(next.message);
    this.responses.push(() => next.respond(outcome));
  }

  private respond(): void {
    if (this.responses.length > 0)
      this.responses.splice(this.random.between(0, this.responses.length - 1), 1)[0]!();
  }

  private store(offered: OutgoingMessage): PublishOutcome {
    const at = this.stored.findIndex(({ id }) => id === offered.id);
    if (at !== -1) return { stored: true, duplicate: true, sequence: at + 1 };
    if (this.refusing && this.random.next() < 0.5) return refusal;
    return stored(this.stored.push(offered));
  }
}

/** Publishes the pending messages round by round, as a relay does, and assumes that it is the only one. */
class Leader {
  private batch: Batch | null = null;
  private connection: InFlight[] = [];

  constructor(private readonly schedule: Schedule) {
    this.reconnect();
  }

  begin(): void {
    if (this.batch) return;
    const messages = this.schedule.pending.slice(0, 5);
    const batch = new Batch(messages, {
      windowSize: 4,
      timeoutMs: 60_000,
      send: (sent, index) => {
        this.connection.push({ message: sent, respond: (outcome) => batch.settle(index, outcome) });
      },
    });
    this.batch = batch;
    void batch.run().then((outcomes) => this.remove(messages, outcomes));
  }

  timeOut(): void {
    this.batch?.abort('timeout', 'no response');
  }

  reconnect(): void {
    this.batch?.abort('disconnected', 'the connection to NATS was lost');
    this.connection = [];
    this.schedule.connections.push(this.connection);
  }

  private remove(messages: readonly OutgoingMessage[], outcomes: readonly PublishOutcome[]): void {
    this.batch = null;
    const failure = outcomes.findIndex((outcome) => !outcome.stored);
    const { pending } = this.schedule;
    for (const { id } of messages.slice(0, failure === -1 ? undefined : failure)) {
      const at = pending.findIndex((waiting) => waiting.id === id);
      if (at !== -1) pending.splice(at, 1);
    }
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Simulates the outbox and the stream, which stores an id once. Compares the stream with the order of the commits. */
describe('Batch with two concurrent leaders, a stream that refuses and connections that break', () => {
  /** Returns the seeds of the schedules after which the order of the stream differs from that of the commits. */
  async function reordered(schedules: number, keyed: boolean): Promise<number[]> {
    const seeds: number[] = [];
    for (const seed of upTo(schedules)) {
      const schedule = new Schedule(new SeededRandom(seed), keyed);
      const leaders = [new Leader(schedule), new Leader(schedule)];
      for (let step = 0; step < 200; step += 1) {
        schedule.step(leaders);
        await Promise.resolve();
      }
      while (!schedule.idle) {
        schedule.settle(leaders);
        await Promise.resolve();
      }
      if (!schedule.inOrder) seeds.push(seed);
    }
    return seeds;
  }

  it('keeps the order of messages with the same key', async () => {
    expect(await reordered(100, true)).toEqual([]);
  });

  it('does not keep the order of messages without a key', async () => {
    expect(await reordered(20, false)).not.toEqual([]);
  });
});
