import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, UsageError } from '@plaudit/database';
import { temporaryFolder } from '@plaudit/testing';
import { DashboardWorld } from '../dashboard/dashboard-world.suite';
import { REPOSITORY } from '../deploy/compose.suite';
import { inventAgency } from './invented-agency';
import { PHONE_BELOW, Photographer, type Shot } from './photographer';
import { PICTURE, VIEWS } from './views';

const USAGE = `Usage: npm run screenshots [-- --all <folder>] [--only <part of a name>]

Starts the product with invented businesses and writes docs/dashboard.webp, the picture of README. With --all it writes every
screen into the folder instead: 1,280 and 390 px wide, light and dark.
`;

/** When the picture of README is taken. */
const PICTURE_TIME = new Date('2026-11-21T10:10:00Z');
const PICTURE_SHOT: Shot = { width: 1_280, height: 760, theme: 'light', scale: 1.5 };
const QUALITY = 0.8;
const SHOTS: readonly Shot[] = (['light', 'dark'] as const).flatMap((theme) => [
  { width: 1_280, height: 800, theme, scale: 1 },
  { width: 390, height: 844, theme, scale: 1 },
]);

async function main(): Promise<void> {
  const { all, only } = readOptions();
  // The dashboard is built into a folder of this run.
  const parent = temporaryFolder('plaudit-screenshots-');
  process.env.PLAUDIT_TEST_RUN = parent;
  const world = await DashboardWorld.start();
  try {
    const now = all === null ? PICTURE_TIME : new Date();
    await inventAgency(world.api, world.bakery, now);
    const photographer = new Photographer(world, now);
    await photographer.signIn();
    if (all === null) await writePicture(photographer);
    else await writeAll(photographer, all, only);
  } finally {
    await world.close();
    rmSync(parent, { recursive: true, force: true });
  }
}

async function writePicture(photographer: Photographer): Promise<void> {
  const picture = await photographer.toWebp(await photographer.take(PICTURE, PICTURE_SHOT), QUALITY);
  writeFileSync(join(REPOSITORY, 'docs', 'dashboard.webp'), picture);
  print(`docs/dashboard.webp has ${picture.length} bytes.`);
}

async function writeAll(photographer: Photographer, folder: string, only: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const view of VIEWS.filter(({ name }) => name.includes(only)))
    for (const shot of SHOTS.filter(({ width }) => !view.wideOnly || width > PHONE_BELOW)) {
      const file = `${view.name}-${shot.width}-${shot.theme}.png`;
      writeFileSync(join(folder, file), await photographer.take(view, shot));
      print(file);
    }
}

function readOptions(): { all: string | null; only: string } {
  const { values } = readArguments({
    options: { all: { type: 'string' }, only: { type: 'string', default: '' } },
  });
  if (values.all === '') throw new UsageError('--all needs a folder.');
  return { all: values.all ?? null, only: values.only };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}` : `${String((error as Error).stack)}\n`);
    process.exit(isUsage ? 2 : 1);
  },
);
