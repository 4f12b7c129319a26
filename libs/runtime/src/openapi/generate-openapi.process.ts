import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServiceDefinition } from '../service/define-service';
import { openApiText } from './openapi-document';

/** Writes `openapi.json` into every service folder among the arguments: `generate-openapi.process.ts apps/*`. */
async function main(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const definition = await definitionIn(resolve(folder));
    if (!definition) continue;
    const path = join(folder, 'openapi.json');
    writeFileSync(path, await openApiText(definition));
    process.stdout.write(`${path}\n`);
  }
}

/** Returns the definition that the folder's `src/service.ts` exports, or undefined if the folder is not a service. */
async function definitionIn(folder: string): Promise<ServiceDefinition | undefined> {
  const path = join(folder, 'src', 'service.ts');
  if (!existsSync(path)) return undefined;
  const exported = Object.values((await import(path)) as Record<string, Partial<ServiceDefinition>>);
  return exported.find((value) => value.module && value.migrations) as ServiceDefinition | undefined;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
