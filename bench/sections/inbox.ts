import { type EventDefinition, reviewCreated, reviewDeleted, reviewUpdated } from '@plaudit/contracts';
import { Consumer } from '../harness/consumer';
import { Producer } from '../harness/producer';
import { reviewEvents } from '../harness/review-events';
import { alternate } from '../harness/rounds';
import { count, type Row, type SectionOptions } from '../harness/table';
import { startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median, ratio } from '../harness/statistics';

const EVENTS = sized(5_000, 200);

/** Measures the cost of applying an effect exactly once: handlers of three depths process the same backlog. */
export async function inbox({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const servers = await startServers(cleanup);
  const producer = await Producer.start(servers, cleanup);
  const consumer = await Consumer.start(servers, cleanup);
  const contenders = {
    once: () => workOff(producer, consumer, reviewDeleted),
    projection: () => workOff(producer, consumer, reviewUpdated),
    nothing: () => workOff(producer, consumer, reviewCreated),
  };
  for (const warmUp of Object.values(contenders)) await warmUp();
  const { once, projection, nothing } = await alternate(rounds, contenders);
  const besides = (what: string, theirs: number[]): Row => ({
    measured: `events/s handled, inbox and upsert in a transaction; ${what}`,
    plaudit: count(median(once)),
    beside: count(median(theirs)),
    ratio: ratio(once, theirs),
  });
  return [
    besides('the upsert in a transaction', projection),
    besides('a handler that does nothing', nothing),
  ];
}

async function workOff(
  { publisher }: Producer,
  consumer: Consumer,
  definition: EventDefinition,
): Promise<number> {
  await publisher.publish(reviewEvents(definition, EVENTS));
  const times = [...(await consumer.handled(EVENTS)).values()];
  return (EVENTS / (Math.max(...times) - Math.min(...times))) * 1_000;
}
