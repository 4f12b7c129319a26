import 'reflect-metadata';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { buildEvent, eventually } from '@plaudit/testing';
import { COMMANDS } from '../cli/commands';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { PermanentError } from '../consume/retry-policy';
import { listDeadLetters, redeliverDeadLetters } from './dead-letters';

describe('the dead-letter queue', () => {
  let world: EventsWorld;
  let ai: Replica;
  let broken: boolean;
  const otherService: string[] = [];
  /** Subjects of all messages that an outside subscriber heard. */
  const heard: string[] = [];

  beforeAll(async () => {
    world = await EventsWorld.start(['ai', 'channels']);
    ai = await world.replica('ai');
    broken = true;
    world.consume(ai, {
      [reviewCreated.pattern]: async (event: DomainEvent) => {
        await ai.inbox.once(event, 'First', (tx) => ai.effect(tx, 'First', event));
        if (broken) throw new PermanentError('the handler is broken – for now');
        await ai.inbox.once(event, 'Second', (tx) => ai.effect(tx, 'Second', event));
      },
    });
    world.consume(await world.replica('channels'), {
      [reviewCreated.pattern]: ({ id }: DomainEvent) => otherService.push(id),
    });
    (await world.client()).subscribe('review.>', { callback: (_error, { subject }) => heard.push(subject) });
  });
  afterAll(() => world.close());

  const events = [1, 2, 3].map((id) => buildEvent(reviewCreated, { subject: String(id) }));
  const letters = (count: number) =>
    eventually(
      () => listDeadLetters(world.nats.url),
      (found) => found.length === count,
      `${count} dead letters`,
    );

  it('lists each dead letter with its origin and the reason', async () => {
    await world.publish(...events);
    const found = await letters(3);
    const first = found.find(({ messageId }) => messageId === events[0]!.id)!;
    expect(first).toEqual({
      letter: expect.any(Number),
      durable: 'ai__review',
      subject: 'review.created.v1.1.1',
      reason: 'the handler is broken   for now',
      deliveries: 1,
      deadLetteredAt: expect.stringMatching(/^\d{4}-.*Z$/),
      messageId: events[0]!.id,
      payload: JSON.stringify(events[0]),
    });
    await expect(listDeadLetters(world.nats.url, { limit: 2 })).resolves.toEqual(found.slice(0, 2));
    await expect(listDeadLetters(world.nats.url, { durable: 'channels__review' })).resolves.toEqual([]);
  });

  it('redelivers one letter to the durable that failed, which runs only the handler that had failed', async () => {
    broken = false;
    await eventually(
      () => otherService.length,
      (count) => count === 3,
      'the other service to receive the events',
    );
    const [first] = await letters(3);
    const { redelivered, left } = await redeliverDeadLetters(world.nats.url, { letters: [first!.letter] });
    expect([redelivered, left]).toEqual([[first], []]);
    await eventually(
      () => ai.effects(),
      (effects) => effects.filter(({ handler }) => handler === 'Second').length === 1,
      'the missing effect',
    );
    const effects = await ai.effects();
    expect(effects.filter(({ event_id }) => event_id === first!.messageId)).toHaveLength(2);
    await letters(2);
  });

  it('redelivers all letters of a durable unheard by other services and by outside subscribers', async () => {
    const { redelivered } = await redeliverDeadLetters(world.nats.url, { durable: 'ai__review' });
    expect(redelivered).toHaveLength(2);
    await eventually(
      () => ai.effects(),
      (effects) => effects.length === 6,
      'all effects',
    );
    await letters(0);
    expect(otherService).toHaveLength(3);
    expect(heard).toHaveLength(3);
    await eventually(
      () => world.durable('ai__review', 'DIRECT'),
      ({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0,
      'the redelivered messages to be acknowledged',
    );
  });

  it('lists a letter again if its handler fails again', async () => {
    broken = true;
    const event = buildEvent(reviewCreated);
    await world.publish(event);
    await letters(1);
    await redeliverDeadLetters(world.nats.url, {});
    const [again] = await letters(1);
    expect(again).toMatchObject({
      subject: 'review.created.v1.1.1',
      messageId: event.id,
      payload: JSON.stringify(event),
    });
  });

  it('leaves the letters of a durable that does not exist', async () => {
    await (await world.manager()).consumers.delete('DIRECT', 'ai__review');
    const [letter] = await letters(1);
    const { redelivered, left } = await redeliverDeadLetters(world.nats.url, {});
    expect([redelivered, left]).toEqual([[], [letter]]);
    await letters(1);
    const lines: string[] = [];
    const env = { NATS_URL: world.nats.url };
    const code = await COMMANDS['redeliver']!({
      options: { all: '' },
      env,
      print: (line) => lines.push(line),
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining('the durable ai__review does not exist'),
      'Dead letters redelivered: 0',
    ]);
  });
});
