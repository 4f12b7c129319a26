import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLIENT = join(__dirname, '..');
const COMPILER = join(CLIENT, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS =
  '--ignoreConfig --noEmit --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable';

/** Prints one line for each problem. The tools are ES modules, which jest cannot load. */
const LINT = `
import { lint, loadConfig } from '@redocly/openapi-core';
const config = await loadConfig({ configPath: 'lint/redocly.yaml' });
for (const { ruleId, message, location: [place], ignored } of await lint({ ref: '../../docs/openapi.json', config }))
  if (!ignored) console.log(ruleId, place.pointer, message);
`;
const OPENAPI_TYPESCRIPT = `
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
const made = await openapiTS(pathToFileURL('../../docs/openapi.json'));
writeFileSync(process.argv[1] + '/index.ts', astToString(made));
`;
const HEY_API = `
import { createClient } from '@hey-api/openapi-ts';
const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
await createClient({ input: '../../docs/openapi.json', output: process.argv[1], plugins, logs: { level: 'silent' } });
`;

const WITH_TYPES = `
import type { components, operations } from './index';
type Widget = components['schemas']['WidgetAddInput'];
type Key = components['schemas']['KeyAddInput'];
export const query: operations['listReviews']['parameters']['query'] = { limit: 10 };
`;
const WITH_FUNCTIONS = `
import { type KeyAddInput as Key, listReviews, type WidgetAddInput as Widget } from './index';
export const page = listReviews({ query: { limit: 10 } });
`;
/** Sends as few fields as possible, and settings of the right and of a wrong type. */
const USE = `
export const key: Key = { name: 'Website' };
export const smallest: Widget = { type: 'list' };
export const list: Widget = { type: 'list', settings: { layout: { show_search: true }, header: null } };
// @ts-expect-error a list has no arrows
export const wrong: Widget = { type: 'list', settings: { layout: { arrows: true } } };
`;

/** Runs Node in the folder of the client and returns what it printed. */
function run(...args: string[]): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: CLIENT });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output += part.toString();
      });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

const DONE = { status: 0, output: '' };

describe('docs/openapi.json', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plaudit-client-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('passes the recommended rules of Redocly without a warning', async () => {
    expect(await run('--input-type=module', '-e', LINT)).toEqual(DONE);
  });

  it.each([
    ['openapi-typescript', OPENAPI_TYPESCRIPT, WITH_TYPES],
    ['hey-api/openapi-ts', HEY_API, WITH_FUNCTIONS],
  ])('becomes a client that compiles with %s', async (_name, generator, use) => {
    expect(await run('--input-type=module', '-e', generator, folder)).toEqual(DONE);
    writeFileSync(join(folder, 'use.ts'), use + USE);
    expect(await run(COMPILER, ...OPTIONS.split(' '), join(folder, 'use.ts'))).toEqual(DONE);
  });
});
