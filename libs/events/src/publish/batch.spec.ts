import { isDeepStrictEqual } from 'node:util';
import { Chance } from '../fixtures/chance';
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

describe('a batch', () => {
  let sent: string[];
  let batch: Batch;
  let done: Promise<PublishOutcome[]>;

  function run(messages: OutgoingMessage[], windowSize = 10): void {
    sent = [];
    const send = ({ id }: OutgoingMessage): unknown => sent.push(id);
    batch = new Batch(messages, { windowSize, timeoutMs: 60_000, send });
    done = batch.run();
  }

  it('sends a message only when the one before it of its key is stored', async () => {
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

  it('sends nothing more after a refusal, whatever is stored of what was under way', async () => {
    run([message('a', 1), message('b', 1), message('a', 2), message('b', 2), message('c', 1)]);
    batch.settle(0, refusal);
    batch.settle(1, stored(1));
    expect(sent).toEqual(['a1', 'b1']);
    const notSent = expect.objectContaining({ reason: 'not_sent' });
    expect(await done).toEqual([refusal, stored(1), notSent, notSent, notSent]);
  });

  it('sends nothing more once it was given up, and does not hear late answers', async () => {
    run([message('a', 1), message('a', 2)]);
    batch.abort('timeout', 'no answer');
    batch.settle(0, stored(1));
    expect(sent).toEqual(['a1']);
    expect(await done).toMatchObject([{ reason: 'timeout' }, { reason: 'not_sent' }]);
  });
});

interface Flight {
  message: OutgoingMessage;
  answer(outcome: PublishOutcome): void;
}

/** What can happen next, and how often it does. */
const WEIGHTS = { deliver: 10, answer: 10, begin: 4, commit: 2, refuse: 1, giveUp: 1, reconnect: 1 };
const STEPS = Object.entries(WEIGHTS).flatMap(([step, weight]) =>
  Array<keyof typeof WEIGHTS>(weight).fill(step as keyof typeof WEIGHTS),
);

/** What is common to all leaders: the outbox, the stream, and the connections between them. */
class Schedule {
  readonly pending: OutgoingMessage[] = [];
  readonly stored: OutgoingMessage[] = [];
  readonly ways: Flight[][] = [];
  private readonly answers: (() => void)[] = [];
  private readonly versions: Record<string, number> = {};
  private refusing = false;

  constructor(
    private readonly chance: Chance,
    private readonly keyed: boolean,
  ) {}

  /** One step of all that can happen next. */
  step(leaders: readonly Leader[]): void {
    const step = this.chance.pick(STEPS);
    if (step === 'begin' || step === 'giveUp' || step === 'reconnect') this.chance.pick(leaders)[step]();
    else this[step]();
  }

  /** Nothing fails any more. */
  settle(leaders: readonly Leader[]): void {
    this.refusing = false;
    for (const leader of leaders) leader.begin();
    this.deliver();
    this.answer();
  }

  get atRest(): boolean {
    return this.pending.length + this.answers.length === 0 && this.ways.every(({ length }) => length === 0);
  }

  /** Whether each name's versions lie in the stream as they were committed; says so only once all are there, once. */
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
    const name = this.chance.pick(['a', 'b', 'c']);
    const version = (this.versions[name] ?? 0) + 1;
    this.versions[name] = version;
    const { key, ...rest } = { ...message(name, version), subject: name };
    this.pending.push(this.keyed ? { ...rest, key } : rest);
  }

  private refuse(): void {
    this.refusing = !this.refusing;
  }

  /** The server reads a message of one connection, also of one that its client has given up. */
  private deliver(): void {
    const busy = this.ways.filter(({ length }) => length > 0);
    const flight = busy.length > 0 ? this.chance.pick(busy).shift() : undefined;
    if (!flight) return;
    const outcome = this.store(flight.message);
    this.answers.push(() => flight.answer(outcome));
  }

  private answer(): void {
    if (this.answers.length > 0)
      this.answers.splice(this.chance.between(0, this.answers.length - 1), 1)[0]!();
  }

  private store(offered: OutgoingMessage): PublishOutcome {
    const at = this.stored.findIndex(({ id }) => id === offered.id);
    if (at !== -1) return { stored: true, duplicate: true, sequence: at + 1 };
    if (this.refusing && this.chance.fraction() < 0.5) return refusal;
    return stored(this.stored.push(offered));
  }
}

/** Publishes what is pending round by round, as a relay does, and believes to be the only one. */
class Leader {
  private batch: Batch | null = null;
  private way: Flight[] = [];

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
        this.way.push({ message: sent, answer: (outcome) => batch.settle(index, outcome) });
      },
    });
    this.batch = batch;
    void batch.run().then((outcomes) => this.remove(messages, outcomes));
  }

  giveUp(): void {
    this.batch?.abort('timeout', 'no answer');
  }

  reconnect(): void {
    this.batch?.abort('disconnected', 'the connection to NATS was lost');
    this.way = [];
    this.schedule.ways.push(this.way);
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

/** Doubles: the stream, which keeps an id once, and the outbox. Oracle: the order in which versions were committed. */
describe('two leaders at once, whose stream refuses and whose connections break', () => {
  /** The seeds of the schedules that end with another order in the stream than that of the commits. */
  async function disordered(schedules: number, keyed: boolean): Promise<number[]> {
    const seeds: number[] = [];
    for (const seed of upTo(schedules)) {
      const schedule = new Schedule(new Chance(seed), keyed);
      const leaders = [new Leader(schedule), new Leader(schedule)];
      for (let step = 0; step < 200; step += 1) {
        schedule.step(leaders);
        await Promise.resolve();
      }
      while (!schedule.atRest) {
        schedule.settle(leaders);
        await Promise.resolve();
      }
      if (!schedule.inOrder) seeds.push(seed);
    }
    return seeds;
  }

  it('keep the order of each key', async () => {
    expect(await disordered(100, true)).toEqual([]);
  });

  it('do not keep the order of what has no key', async () => {
    expect(await disordered(20, false)).not.toEqual([]);
  });
});
