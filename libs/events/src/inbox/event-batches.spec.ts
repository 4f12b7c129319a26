import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import { EventBatches } from './event-batches';

/** Records the subjects of each batch and lets the test end it. */
class Work {
  readonly batches: string[][] = [];
  private readonly ends: ((error?: Error) => void)[] = [];

  readonly handle = (events: readonly DomainEvent[]): Promise<void> => {
    this.batches.push(events.map(({ subject }) => subject));
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
});
