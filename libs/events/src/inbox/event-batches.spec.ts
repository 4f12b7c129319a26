import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { buildEvent, eventually } from '@plaudit/testing';
import { type EventContext, eventContext } from '../event-context';
import { EventBatches } from './event-batches';

/** Records the subjects of each batch and lets the test end it. */
class Work {
  readonly batches: string[][] = [];
  readonly contexts: (EventContext | undefined)[] = [];
  private readonly ends: ((error?: Error) => void)[] = [];

  readonly handle = (events: readonly DomainEvent[]): Promise<void> => {
    this.batches.push(events.map(({ subject }) => subject));
    this.contexts.push(eventContext.current());
    return new Promise((resolve, reject) => {
      this.ends.push((error) => (error ? reject(error) : resolve()));
    });
  };

  /** Ends the batches that have started, and those that start because of it. */
  async endAll(fails: (batch: string[]) => boolean = () => false): Promise<void> {
    for (let ended = 0; ended < this.batches.length; ended += 1) {
      this.ends[ended]!(fails(this.batches[ended]!) ? new Error('bad event') : undefined);
      await nextTurn();
    }
  }
}

describe('EventBatches', () => {
  let work: Work;
  let batches: EventBatches<DomainEvent>;
  const add = (subject: string): Promise<void> => batches.add(buildEvent(reviewCreated, { subject }));

  beforeEach(() => {
    work = new Work();
    batches = new EventBatches(work.handle);
  });

  it('start an event at once and take together what arrives while two batches run', async () => {
    const all = ['1', '2', '3', '4', '5'].map(add);
    expect(work.batches).toEqual([['1'], ['2']]);
    await work.endAll();
    await Promise.all(all);
    expect(work.batches).toEqual([['1'], ['2'], ['3', '4', '5']]);
  });

  it('take at most eight events each', async () => {
    const all = Array.from({ length: 12 }, (_, number) => add(String(number)));
    await work.endAll();
    await Promise.all(all);
    expect(work.batches.map((batch) => batch.length)).toEqual([1, 1, 8, 2]);
  });

  it('take more events each where that is asked for', async () => {
    batches = new EventBatches(work.handle, { maxEvents: 10 });
    const all = Array.from({ length: 13 }, (_, number) => add(String(number)));
    await work.endAll();
    await Promise.all(all);
    expect(work.batches.map((batch) => batch.length)).toEqual([1, 1, 10, 1]);
  });

  it('contain one event of each subject and keep the order of a subject', async () => {
    const done: number[] = [];
    const all = ['1', '2', '3', '3', '4', '3'].map((subject, place) =>
      add(subject).then(() => done.push(place)),
    );
    await work.endAll();
    await Promise.all(all);
    expect(work.batches).toEqual([['1'], ['2'], ['3', '4'], ['3'], ['3']]);
    expect(done).toEqual([0, 1, 2, 4, 3, 5]);
  });

  it('handle each event alone after a failure, so that only the bad one fails', async () => {
    const all = ['1', '2', '3', 'bad', '5'].map(add);
    const outcomes = Promise.allSettled(all);
    await work.endAll((batch) => batch.includes('bad'));
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(all[3]).rejects.toThrow('bad event');
    expect(work.batches.slice(2)).toEqual([['3', 'bad', '5'], ['3'], ['bad'], ['5']]);
  });

  it('start although as many events hang as may run at a time', async () => {
    batches = new EventBatches(work.handle, { maxBlockingMs: 20 });
    const all = ['1', '2', '3'].map(add);
    await eventually(
      () => work.batches,
      (started) => started.length === 3,
      'the third event to start',
    );
    await work.endAll();
    await Promise.all(all);
  });

  it('handle an event once that is added again while it waits or is handled', async () => {
    const [handled, other, waiting] = ['1', '2', '3'].map((subject) =>
      buildEvent(reviewCreated, { subject }),
    );
    const all = [handled!, other!, waiting!, handled!, waiting!].map((event) => batches.add(event));
    await work.endAll();
    await Promise.all(all);
    expect(work.batches).toEqual([['1'], ['2'], ['3']]);
  });

  it('leave out a waiting event that its handler gave up', async () => {
    const [givenUp, retried] = [new AbortController(), new AbortController()];
    const event = buildEvent(reviewCreated, { subject: 'retried' });
    const addWith = ({ signal }: AbortController, added: DomainEvent): Promise<void> =>
      eventContext.run({ givenUp: signal }, () => batches.add(added));
    const all = ['1', '2'].map(add);
    void addWith(givenUp, buildEvent(reviewCreated, { subject: 'given up' }));
    void addWith(givenUp, event);
    givenUp.abort();
    all.push(addWith(retried, event));
    await work.endAll();
    await Promise.all(all);
    expect(work.batches).toEqual([['1'], ['2'], ['retried']]);
  });

  it('run in the context that all their events share, and an event alone in its own', async () => {
    const contexts = ['1', '2', '3', 'bad'].map((correlationId) => ({ service: 'reviews', correlationId }));
    const all = contexts.map((context) => eventContext.run(context, () => add(context.correlationId)));
    const outcomes = Promise.allSettled(all);
    await work.endAll((batch) => batch.includes('bad'));
    await outcomes;
    expect(work.batches.slice(2)).toEqual([['3', 'bad'], ['3'], ['bad']]);
    expect(work.contexts.slice(2)).toEqual([{ service: 'reviews' }, contexts[2], contexts[3]]);
  });
});
