import { setTimeout as delay } from 'node:timers/promises';
import { reviewCreated } from '@plaudit/contracts';
import { Consumer } from '../harness/consumer';
import { Producer } from '../harness/producer';
import { milliseconds, type Row, type SectionOptions } from '../harness/table';
import { startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { percentile } from '../harness/statistics';

const RATES = [sized(50, 10), sized(500, 50)];
const WARM_UP = { perSecond: sized(100, 20), events: sized(200, 20) };

/** Measures the time from the commit of a change to the start of its handler in another process. */
export async function latency({ rounds, seconds, cleanup }: SectionOptions): Promise<Row[]> {
  const servers = await startServers(cleanup);
  const producer = await Producer.start(servers, cleanup);
  const consumer = await Consumer.start(servers, cleanup);
  await measure(producer, consumer, WARM_UP.perSecond, WARM_UP.events);
  const rows: Row[] = [];
  for (const perSecond of RATES) {
    const all = await measure(producer, consumer, perSecond, perSecond * seconds * rounds);
    rows.push({
      measured: `p50 / p99 from commit to handler, ${perSecond} events/s`,
      plaudit: `${milliseconds(percentile(all, 0.5))} / ${milliseconds(percentile(all, 0.99))}`,
    });
  }
  return rows;
}

/** Commits at a steady rate, whatever the duration of a commit. Returns the latency of each event. */
async function measure(
  producer: Producer,
  consumer: Consumer,
  perSecond: number,
  events: number,
): Promise<number[]> {
  const commits: Promise<void>[] = [];
  const from = performance.now();
  for (let id = 1; id <= events; id += 1) {
    const wait = from + (id / perSecond) * 1_000 - performance.now();
    if (wait > 0) await delay(wait);
    commits.push(producer.commit(reviewCreated, id));
  }
  await Promise.all(commits);
  const handledAt = await consumer.handled(events);
  return [...handledAt].map(([id, at]) => at - (producer.committedAt.get(id) as number));
}
