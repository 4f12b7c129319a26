import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cleanup } from '../harness/cleanup';
import { load } from '../harness/load';
import { builtProgram, Program } from '../harness/program';
import { seedReviews } from '../harness/reviews';
import type { Row, SectionOptions } from '../harness/table';
import { newDataDir } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median } from '../harness/statistics';

const IDLE_MS = sized(10_000, 500);
const CONNECTIONS = 32;
/** Longer than in the other sections, because this one measures memory. */
const LOAD_SECONDS = sized(20, 1);

/** Measures the whole product in one process: the time until it responds, and Node's memory. */
export async function standalone({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const dataDir = newDataDir(cleanup);
  const key = `rk_${randomBytes(20).toString('hex')}`;
  const first = await start(dataDir, key, cleanup);
  await first.stop();
  const warm: number[] = [];
  for (let round = 1; round < rounds; round += 1) {
    const again = await start(dataDir, key, cleanup);
    warm.push(again.readyAfterMs);
    await again.stop();
  }
  const product = await start(dataDir, key, cleanup);
  warm.push(product.readyAfterMs);
  await delay(IDLE_MS);
  const idle = product.residentMegabytes();
  const { postgres } = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as {
    postgres: string;
  };
  await seedReviews(postgres);
  const url = `${product.said}/public/v1/reviews/get`;
  const headers = { authorization: `Bearer ${key}` };
  await load({ url, headers, connections: CONNECTIONS, seconds: LOAD_SECONDS });
  const loaded = product.residentMegabytes();
  return [
    { measured: 'from start to ready, new data folder', plaudit: seconds(first.readyAfterMs), aim: '<= 5 s' },
    { measured: 'from start to ready, warm data folder', plaudit: seconds(median(warm)), aim: '<= 2.5 s' },
    { measured: `memory of Node, idle for ${IDLE_MS / 1_000} s`, plaudit: megabytes(idle), aim: '<= 450 MB' },
    {
      measured: `memory of Node, after ${LOAD_SECONDS} s of pages on ${CONNECTIONS} connections`,
      plaudit: megabytes(loaded),
      aim: '<= 450 MB',
    },
  ];
}

async function start(dataDir: string, key: string, cleanup: Cleanup): Promise<Program> {
  const program = await Program.start({
    args: [builtProgram('standalone')],
    env: { DATA_DIR: dataDir, PORT: '0', BOOTSTRAP_API_KEY: key, THROTTLE_BURST: '0' },
    ready: /^ {2}Gateway {3}(http:\/\/[\w.:]+)/,
  });
  cleanup.defer(() => program.stop());
  return program;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function megabytes(value: number): string {
  return `${Math.round(value)} MB`;
}
