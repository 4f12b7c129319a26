import { AiWorld, REVIEWS } from '../harness/ai-world';
import { latenciesInTurn, warmUp } from '../harness/load';
import { median, percentile } from '../harness/statistics';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';

interface Target {
  url: string;
  headers: Record<string, string>;
  before?: () => Promise<unknown>;
}

/** Measures what the embedded provider takes for many reviews, whether it holds the event loop, and what is cached. */
export async function ai({ rounds, seconds, cleanup }: SectionOptions): Promise<Row[]> {
  const world = await AiWorld.start(cleanup);
  // The first one starts the thread.
  await latenciesInTurn([world.insights()], 0);
  const rows: Row[] = [];
  for (const [name, target, aim] of [
    ['insights', world.insights(), '<= 1000 ms'],
    ['a summary of 300 words', world.summary(), ''],
  ] as const) {
    const made = await besideProbe(target, world.probe(), rounds, seconds);
    rows.push({
      measured: `p95 of ${name} over ${count(REVIEWS)} reviews`,
      plaudit: milliseconds(percentile(made.latencies, 0.95)),
      aim,
    });
    rows.push({
      measured: `the longest wait of a request beside ${name}; while idle (medians of rounds)`,
      plaudit: milliseconds(median(made.longest)),
      beside: milliseconds(median(made.idle)),
      aim: '<= 50 ms',
    });
  }
  const cachedTargets = [
    world.cached('insights'),
    world.cached('summary'),
    world.page(true),
    world.page(false),
  ];
  for (const target of cachedTargets) await warmUp({ ...target, connections: 1 });
  for (const text of ['insights', 'summary'] as const) {
    rows.push(await cachedRow(`p95 of cached ${text}`, world.cached(text), seconds, '<= 5 ms'));
  }
  const [translated = [], plain = []] = await latenciesInTurn([world.page(true), world.page(false)], seconds);
  rows.push({
    measured: 'p95 of a page of 25, translated from the cache; not translated',
    plaudit: milliseconds(percentile(translated, 0.95)),
    beside: milliseconds(percentile(plain, 0.95)),
    aim: '<= 10 ms',
  });
  return rows;
}

async function cachedRow(measured: string, target: Target, seconds: number, aim: string): Promise<Row> {
  const [latencies = []] = await latenciesInTurn([target], seconds);
  return { measured, plaudit: milliseconds(percentile(latencies, 0.95)), aim };
}

/** Sends requests to `target` and short ones to `probe` at the same time. Returns the longest latency of a probe in each round. */
async function besideProbe(target: Target, probe: Target, rounds: number, seconds: number) {
  const longest: number[] = [];
  const idle: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [alone = []] = await latenciesInTurn([probe], seconds / 2);
    idle.push(Math.max(...alone));
    const [[made = []], [probed = []]] = await Promise.all([
      latenciesInTurn([target], seconds),
      latenciesInTurn([probe], seconds),
    ]);
    latencies.push(...made);
    longest.push(Math.max(...probed));
  }
  return { latencies, longest, idle };
}
