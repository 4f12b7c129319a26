import { useProcessLogger } from '@plaudit/runtime';
import { startSmokeWorld } from './smoke-world';
import { mainJob } from './stages';

/** `npm run smoke` runs the main job on its own product and names the stage that fails. */
async function main(): Promise<number> {
  useProcessLogger('error');
  const world = await startSmokeWorld(print);
  try {
    for (const stage of mainJob()) {
      try {
        await stage.walk(world);
        print(`  ok    ${stage.name}`);
      } catch (error) {
        print(`  FAIL  ${stage.name}\n\n${(error as Error).message}`);
        return 1;
      }
    }
    return 0;
  } finally {
    await world.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `The product did not start: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  },
);
