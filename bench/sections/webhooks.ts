import { type Drained, WEBHOOKS, WebhooksWorld } from '../harness/webhooks-world';
import { sized } from '../harness/sizes';
import { median, percentile, ratio } from '../harness/statistics';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';

/** Deliveries of one round. */
const DELIVERIES = sized(20_000, 1_000);
const EVENTS_PER_SECOND = sized(100, 20);
const FEW = sized(10_000, 500);
const MANY = sized(1_000_000, 10_000);

/** Measures the sending of webhooks beside bare signed POSTs, the delay of events, and a queue of a million deliveries. */
export async function webhooks({ rounds, seconds, cleanup }: SectionOptions): Promise<Row[]> {
  const world = await WebhooksWorld.start(cleanup);
  const sent: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { perSecond } = await world.drain(DELIVERIES);
    const beside = await world.sendBare(DELIVERIES);
    await world.empty();
    // The first round warms up.
    if (round === 0) continue;
    sent.push(perSecond);
    bare.push(beside);
  }
  const spread = await world.latencies(EVENTS_PER_SECOND, seconds * rounds, WEBHOOKS);
  const single = await world.latencies(EVENTS_PER_SECOND, seconds * rounds, 1);
  return [
    {
      measured: `deliveries/s to ${count(WEBHOOKS)} webhooks; a bare loop of signed POSTs`,
      plaudit: count(median(sent)),
      beside: count(median(bare)),
      ratio: ratio(sent, bare),
      aim: '>= 0.4',
    },
    delayRow(`${count(WEBHOOKS)} webhooks in turn`, spread),
    delayRow('one webhook', single),
    ...(await manyPending(world, rounds)),
  ];
}

function delayRow(to: string, delays: number[]): Row {
  return {
    measured: `p50 / p99 from commit to endpoint, ${EVENTS_PER_SECOND} events/s to ${to}`,
    plaudit: `${milliseconds(percentile(delays, 0.5))} / ${milliseconds(percentile(delays, 0.99))}`,
    aim: '<= 50 / 250 ms',
  };
}

/** The deliveries of a round are due beside a million that wait for a retry, and beside none. */
async function manyPending(world: WebhooksWorld, rounds: number): Promise<Row[]> {
  await world.empty();
  const few: Drained[] = [];
  for (let round = 0; round < rounds; round += 1) few.push(await world.drain(FEW));
  await world.queueRetries(MANY);
  const many: Drained[] = [];
  for (let round = 0; round < rounds; round += 1) many.push(await world.drain(FEW));
  const rates = (runs: readonly Drained[]): number[] => runs.map(({ perSecond }) => perSecond);
  const highest = (runs: readonly Drained[]): number => Math.max(...runs.map(({ megabytes }) => megabytes));
  return [
    {
      measured: `deliveries/s with ${count(MANY)} pending; with ${count(FEW)}`,
      plaudit: count(median(rates(many))),
      beside: count(median(rates(few))),
      ratio: ratio(rates(many), rates(few)),
      aim: '>= 0.9',
    },
    {
      measured: `highest resident MB with ${count(MANY)} pending; with ${count(FEW)}`,
      plaudit: count(highest(many)),
      beside: count(highest(few)),
      ratio: (highest(many) / highest(few)).toFixed(2),
      aim: 'flat',
    },
  ];
}
