import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { superviseProcess } from '@plaudit/runtime';
import { Cleanup } from './harness/cleanup';
import { sized } from './harness/sizes';
import { printTable, type Row, type Section, type SectionOptions } from './harness/table';
import { SECTION_NAMES, type SectionName } from './section-names';
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

const SECTIONS: Readonly<Record<SectionName, Section>> = {
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
 * `npm run bench [-- --only list,relay] [--rounds 5] [--seconds 4] [--reviews 5000000] [--small]` measures and prints. It does
 * not fail on a missed aim. `--reviews` is the size of the larger database of the sections growth and reports. `--small` runs
 * all code of the sections in seconds, for a test of the bench itself.
 */
async function main(): Promise<void> {
  Logger.overrideLogger(['warn', 'error', 'fatal']);
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: SECTION_NAMES.join() },
      rounds: { type: 'string', default: String(sized(5, 1)) },
      seconds: { type: 'string', default: String(sized(4, 1)) },
      reviews: { type: 'string', default: String(sized(5_000_000, 50_000)) },
      // The sizes are constants of the sections, so harness/sizes.ts reads this option before this function runs.
      small: { type: 'boolean' },
    },
  });
  const names = values.only.split(',').map(sectionNamed);
  const results: { name: string; rows: Row[] }[] = [];
  const running = { cleanup: new Cleanup() };
  superviseProcess({ close: () => running.cleanup.close() });
  try {
    for (const name of names) {
      running.cleanup = new Cleanup();
      const rows = await measure(name, {
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
        reviews: Number(values.reviews),
        cleanup: running.cleanup,
      });
      results.push({ name, rows });
    }
  } finally {
    // Prints the rows that were measured before a section failed.
    printTable(results);
  }
}

function sectionNamed(text: string): SectionName {
  const found = SECTION_NAMES.find((name) => name === text);
  if (!found) throw new Error(`There is no section "${text}". The sections are ${SECTION_NAMES.join(', ')}.`);
  return found;
}

/** Runs a section and removes what it started. Throws an error that names the section. */
async function measure(name: SectionName, options: SectionOptions): Promise<Row[]> {
  console.error(`${name} …`);
  try {
    return await SECTIONS[name](options);
  } catch (error) {
    throw new Error(`The section "${name}" failed.`, { cause: error });
  } finally {
    await options.cleanup.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
