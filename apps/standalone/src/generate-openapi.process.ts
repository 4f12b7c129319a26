import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergedOpenApi } from './merged-openapi';

/** Writes the document of the whole API, which libs/client is generated from. */
async function main(): Promise<void> {
  const { document, clashes } = await mergedOpenApi();
  if (clashes.length > 0) throw new Error(`services share names for different things: ${clashes.join(', ')}`);
  const path = join(__dirname, '..', '..', '..', 'libs', 'client', 'openapi.json');
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write('libs/client/openapi.json\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
