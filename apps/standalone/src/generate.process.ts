import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSUMERS_PATH, consumersFile } from './consumers-file';
import { mergedOpenApi } from './merged-openapi';
import { ALL_SERVICES } from './services';
import { settingsPage, settingsSections, SETTINGS_PAGE_PATH } from './settings-page/settings-page';

/**
 * Writes what is generated from all services: the consumers, which libs/contracts continues from, the page of the
 * settings, and the document of the whole API, which the types of libs/client are made of.
 */
async function main(): Promise<void> {
  write(CONSUMERS_PATH, consumersFile(ALL_SERVICES));
  write(SETTINGS_PAGE_PATH, settingsPage(settingsSections(ALL_SERVICES)));
  const { document, clashes } = await mergedOpenApi();
  if (clashes.length > 0) throw new Error(`services share names for different things: ${clashes.join(', ')}`);
  write('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
}

function write(path: string, text: string): void {
  writeFileSync(join(__dirname, '..', '..', '..', path), text);
  process.stdout.write(`${path}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
