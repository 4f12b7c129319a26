import { setTimeout as delay } from 'node:timers/promises';
import { reviewCreated } from '@plaudit/contracts';
import { headers } from 'nats';
import { Producer } from '../harness/producer';
import { type PreparedEvent, reviewEvents } from '../harness/review-events';
import { alternate } from '../harness/rounds';
import { count, type Row, type SectionOptions } from '../harness/table';
import { startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median, ratio } from '../harness/statistics';

const EVENTS = sized(20_000, 1_000);
/** Concurrent publications. More of them only add latency. */
const PIPELINED = 256;
const HEADERS = { 'Content-Type': 'application/cloudevents+json' };
const INSERT = 2_000;

/** Measures from committed outbox rows to stored events, beside publishing the same events without an outbox. */
export async function relay({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const producer = await Producer.start(await startServers(cleanup), cleanup);
  const contenders = {
    outbox: () => drainOutbox(producer),
    plain: () => publishPlainly(producer),
    batch: () => publishBatch(producer),
  };
  for (const warmUp of Object.values(contenders)) await warmUp();
  const results = await alternate(rounds, contenders);
  const besides = (what: string, theirs: number[], aim?: string): Row => ({
    measured: `events/s from the outbox into the stream; ${what}`,
    plaudit: count(median(results.outbox)),
    beside: count(median(theirs)),
    ratio: ratio(results.outbox, theirs),
    aim,
  });
  return [
    besides(`js.publish, ${PIPELINED} under way`, results.plain, '>= 0.5'),
    besides('our batch publisher alone', results.batch),
  ];
}

async function drainOutbox({ database, relay: outboxRelay }: Producer): Promise<number> {
  const events = reviewEvents(reviewCreated, EVENTS);
  await database.transaction(async (tx) => {
    for (let from = 0; from < EVENTS; from += INSERT) {
      const part = events.slice(from, from + INSERT);
      await tx.query(
        `insert into outbox (event_id, subject, payload)
         select event_id, subject, payload from unnest($1::text[], $2::text[], $3::text[]) as e (event_id, subject, payload)`,
        [part.map(({ id }) => id), part.map(({ subject }) => subject), part.map(({ payload }) => payload)],
      );
    }
  });
  const before = outboxRelay.metrics.published;
  return rate(async () => {
    outboxRelay.wake();
    while (outboxRelay.metrics.published < before + EVENTS) await delay(2);
  });
}

async function publishPlainly({ link }: Producer): Promise<number> {
  const events = reviewEvents(reviewCreated, EVENTS);
  const js = link.connection?.jetstream();
  if (!js) throw new Error('Not connected to NATS.');
  const encoder = new TextEncoder();
  const publish = async ({ id, subject, payload }: PreparedEvent): Promise<void> => {
    const sent = headers();
    for (const [name, value] of Object.entries(HEADERS)) sent.set(name, value);
    await js.publish(subject, encoder.encode(payload), { msgID: id, headers: sent });
  };
  return rate(async () => {
    let next = 0;
    const one = async (): Promise<void> => {
      while (next < EVENTS) await publish(events[next++] as PreparedEvent);
    };
    await Promise.all(Array.from({ length: PIPELINED }, one));
  });
}

async function publishBatch({ publisher }: Producer): Promise<number> {
  const messages = reviewEvents(reviewCreated, EVENTS).map((event) => ({ ...event, headers: HEADERS }));
  return rate(async () => {
    const outcomes = await publisher.publish(messages);
    if (!outcomes.every(({ stored }) => stored)) throw new Error('The stream did not store every event.');
  });
}

async function rate(publishAll: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await publishAll();
  return (EVENTS / (performance.now() - from)) * 1_000;
}
