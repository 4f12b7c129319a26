import { setTimeout as delay } from 'node:timers/promises';
import { reviewsIo } from '../../apps/channels/src/platforms/companies/reviews-io';
import { CrawlsWorld } from '../harness/crawls-world';
import { alternate } from '../harness/rounds';
import { sized } from '../harness/sizes';
import { median, ratio } from '../harness/statistics';
import { count, type Row, type SectionOptions } from '../harness/table';

const CHANNELS = 4;
const PER_CHANNEL = sized(5_000, 200);
const MANY_CHANNELS = 8;
const MANY_PER_CHANNEL = sized(37_500, 375);
const SAMPLE_EVERY = sized(5_000, 250);
const DUE = sized(10_000, 100);
const ACCOUNTS = sized(1_000, 10);
const PACED_SECONDS = sized(10, 1);
const { perSecond, burst } = reviewsIo.meta.rate;

/** Crawls a stand-in platform with one process: how fast, how much memory, and in which order with many due channels. */
export async function crawls({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const world = await CrawlsWorld.start(cleanup);
  const contenders = { crawled: () => crawl(world), bare: () => readBare(world) };
  for (const warmUp of Object.values(contenders)) await warmUp();
  const { crawled, bare } = await alternate(rounds, contenders);
  const speed: Row = {
    measured: `reviews/s crawled, stored and published; a bare loop of fetch and insert`,
    plaudit: count(median(crawled)),
    beside: count(median(bare)),
    ratio: ratio(crawled, bare),
    aim: '>= 1,500',
  };
  return [speed, await memory(world), ...(await manyDue(world)), await paced(world)];
}

async function crawl(world: CrawlsWorld): Promise<number> {
  await world.clear();
  const from = performance.now();
  await world.connect(CHANNELS, PER_CHANNEL, CHANNELS);
  await world.stored(CHANNELS * PER_CHANNEL);
  await world.published();
  return rate(CHANNELS * PER_CHANNEL, from);
}

async function readBare(world: CrawlsWorld): Promise<number> {
  await world.clear();
  const stores = Array.from({ length: CHANNELS }, (_, index) => `bare-${index}-${PER_CHANNEL}`);
  const from = performance.now();
  await world.readBare(stores, PER_CHANNEL);
  return rate(CHANNELS * PER_CHANNEL, from);
}

function rate(reviews: number, from: number): number {
  return (reviews / (performance.now() - from)) * 1_000;
}

/**
 * Compares peaks, because one crawl of many pages grows until the garbage of it is collected. The first third is not compared: the
 * process reaches its size in it.
 */
async function memory(world: CrawlsWorld): Promise<Row> {
  await world.clear();
  const third = (MANY_CHANNELS * MANY_PER_CHANNEL) / 3;
  await world.connect(MANY_CHANNELS, MANY_PER_CHANNEL, MANY_CHANNELS);
  await world.stored(third);
  const early = await highestMegabytes(world, third, 2 * third);
  const late = await highestMegabytes(world, 2 * third, 3 * third);
  await world.published();
  return {
    measured: `highest resident MB in ${count(third)} more reviews; in the ${count(third)} before`,
    plaudit: count(late),
    beside: count(early),
    ratio: (late / early).toFixed(2),
    aim: 'flat',
  };
}

async function highestMegabytes(world: CrawlsWorld, from: number, to: number): Promise<number> {
  let highest = 0;
  for (let reviews = from; reviews <= to; reviews += SAMPLE_EVERY) {
    await world.stored(reviews);
    highest = Math.max(highest, world.crawler.residentMegabytes());
  }
  return highest;
}

/** Makes many channels due at once, as after an outage. */
async function manyDue(world: CrawlsWorld): Promise<Row[]> {
  await world.clear();
  await world.counts();
  const from = performance.now();
  await world.connect(DUE, 1, ACCOUNTS);
  while ((await world.claimed()) === 0);
  const first = performance.now() - from;
  await world.published();
  const seconds = (performance.now() - from) / 1_000;
  const { mostOpen } = await world.counts();
  const channels = count(DUE);
  return [
    {
      measured: `s from ${channels} channels of ${count(ACCOUNTS)} accounts being due to the first crawl`,
      plaudit: (first / 1_000).toFixed(2),
      aim: '<= 2',
    },
    { measured: `channels/s until all ${channels} are crawled`, plaudit: count(DUE / seconds) },
    { measured: 'requests to the origin at once, at most', plaudit: count(mostOpen), aim: '<= 4' },
  ];
}

/** Makes as many channels due at once, and keeps the pace of the platform. */
async function paced(world: CrawlsWorld): Promise<Row> {
  await world.clear();
  await world.keepPace();
  const before = (await world.counts()).answered;
  await world.connect(DUE, 1, ACCOUNTS);
  await delay(PACED_SECONDS * 1_000);
  const { answered } = await world.counts();
  return {
    measured: `requests to the origin in ${PACED_SECONDS} s at its pace, with ${count(DUE)} channels due`,
    plaudit: count(answered - before),
    aim: `<= ${burst + perSecond * PACED_SECONDS}`,
  };
}
