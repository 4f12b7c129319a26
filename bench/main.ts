import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { superviseProcess } from '@plaudit/runtime';
import { Cleanup } from './harness/cleanup';
import { printTable, type Row, type Section } from './harness/table';
import { ai } from './sections/ai';
import { bulk } from './sections/bulk';
import { crawls } from './sections/crawls';
import { dashboard } from './sections/dashboard';
import { growth } from './sections/growth';
import { hello } from './sections/hello';
import { hostile } from './sections/hostile';
import { inbox } from './sections/inbox';
import { intake } from './sections/intake';
import { invitations, manyInvitations } from './sections/invitations';
import { latency } from './sections/latency';
import { list } from './sections/list';
import { projection } from './sections/projection';
import { relay } from './sections/relay';
import { reports } from './sections/reports';
import { snapshot } from './sections/snapshot';
import { standalone } from './sections/standalone';
import { widgets } from './sections/widgets';
import { webhooks } from './sections/webhooks';

const SECTIONS: Readonly<Record<string, Section>> = {
  list,
  growth,
  bulk,
  intake,
  crawls,
  hello,
  hostile,
  relay,
  latency,
  inbox,
  snapshot,
  reports,
  projection,
  invitations,
  'many-invitations': manyInvitations,
  webhooks,
  ai,
  widgets,
  dashboard,
  standalone,
};

/**
 * `npm run bench [-- --only list,relay] [--rounds 5] [--seconds 4] [--reviews 5000000]` measures and prints. It does not fail
 * on a missed aim. `--reviews` is the size of the larger database of the sections growth and reports.
 */
async function main(): Promise<void> {
  Logger.overrideLogger(['warn', 'error', 'fatal']);
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(SECTIONS).join() },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      reviews: { type: 'string', default: '5000000' },
    },
  });
  const names = values.only.split(',');
  const unknown = names.find((name) => !SECTIONS[name]);
  if (unknown)
    throw new Error(
      `There is no section "${unknown}". The sections are ${Object.keys(SECTIONS).join(', ')}.`,
    );
  const results: { name: string; rows: Row[] }[] = [];
  const running = { cleanup: new Cleanup() };
  superviseProcess({ close: () => running.cleanup.close() });
  try {
    for (const name of names) {
      console.error(`${name} …`);
      running.cleanup = new Cleanup();
      const options = {
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
        reviews: Number(values.reviews),
        cleanup: running.cleanup,
      };
      try {
        results.push({ name, rows: await (SECTIONS[name] as Section)(options) });
      } finally {
        await running.cleanup.close();
      }
    }
  } finally {
    // Prints the rows that were measured before a section failed.
    printTable(results);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
