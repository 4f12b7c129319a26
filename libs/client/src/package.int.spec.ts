import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FixtureServer, startFixtureServer } from '@plaudit/testing';

const CLIENT = join(__dirname, '..');
const REPOSITORY = join(CLIENT, '..', '..');
const OPTIONAL_PEERS = ['react', 'vue'];
/** The compiler of the repository, and the one that most consumers have. */
const COMPILERS = [
  ['7', REPOSITORY],
  ['5', CLIENT],
] as const;

/** What the programs of both module systems do with the client. */
const USE = `
(async () => {
  const client = new PlauditClient({ baseUrl: process.argv[2], apiKey: 'rk_secret' });
  const { success } = await client.get('/hello');
  const error = await client.get('/keys').catch((thrown) => thrown);
  console.log(success, error instanceof PlauditError, error.code);
})();
`;
const TYPED = `
export async function use(): Promise<unknown> {
  const client = new PlauditClient({ baseUrl: 'http://localhost', apiKey: 'rk_secret' });
  const settings: WidgetSettingsInput<'list'> = { layout: { show_search: true } };
  const widget = await client.post('/widgets/add', { body: { type: 'list', settings } });
  const event = await verifyWebhook({ signature: '', body: '', secret: '' });
  const author: string | null = event.event === 'review.created' ? event.data.from_name : null;
  // @ts-expect-error there is no such path
  await client.get('/reviews/nowhere');
  // @ts-expect-error an id is a number
  const id: string = widget.id;
  return [author, id];
}
`;

describe('the package that npm makes of @plaudit/client', () => {
  let server: FixtureServer;
  let folder: string;
  let project: string;
  let installed: string;

  beforeAll(async () => {
    server = await startFixtureServer();
    folder = mkdtempSync(join(tmpdir(), 'plaudit-client-package-'));
    project = join(folder, 'project');
    installed = join(project, 'node_modules', '@plaudit', 'client');
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', packed(folder), '-C', installed, '--strip-components=1']);
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    // Copies, because a link would find other packages of the repository.
    for (const name of Object.keys(dependencies))
      cpSync(join(REPOSITORY, 'node_modules', name), join(project, 'node_modules', name), {
        recursive: true,
      });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project }).catch(
      (error: { stdout: string; message: string }) => ({ stdout: `${error.message}\n${error.stdout}` }),
    );
    return stdout.trim();
  }

  it('holds the build and a README, and no sources, specs or source maps', () => {
    expect(readdirSync(installed).toSorted()).toEqual(['README.md', 'dist', 'package.json']);
    const built = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(built).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', join('generated', 'api.d.ts')]));
    expect(built.filter((name) => /spec|suite|\.map$|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  });

  it.each([
    ['require', 'use.cjs', "const { PlauditClient, PlauditError } = require('@plaudit/client');"],
    ['import', 'use.mjs', "import { PlauditClient, PlauditError } from '@plaudit/client';"],
  ])('sends requests from a program that loads it with %s', async (_how, file, line) => {
    server.handle(({ path }) =>
      path === '/public/v1/hello'
        ? { body: { success: true } }
        : { status: 403, body: { success: false, msg: 'No.', code: 'forbidden', request_id: 'r-1' } },
    );
    writeFileSync(join(project, file), line + USE);
    expect(await run(file, server.url)).toBe('true true forbidden');
  });

  it('has the components for React and Vue', async () => {
    for (const name of OPTIONAL_PEERS)
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(project, 'node_modules', name));
    const lines = OPTIONAL_PEERS.map(
      (name) => `import { PlauditWidget as ${name} } from '@plaudit/client/${name}';`,
    );
    writeFileSync(
      join(project, 'components.mjs'),
      `${lines.join('\n')}\nconsole.log(typeof react, vue.name);`,
    );
    expect(await run('components.mjs')).toBe('function PlauditWidget');
  });

  it.each(COMPILERS)('has types for both module systems in TypeScript %s', async (_version, owner) => {
    const compiler = join(owner, 'node_modules', 'typescript', 'bin', 'tsc');
    const line = "import { PlauditClient, verifyWebhook, type WidgetSettingsInput } from '@plaudit/client';";
    for (const file of ['use.mts', 'use.cts']) writeFileSync(join(project, file), line + TYPED);
    const options = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom,dom.iterable';
    expect(await run(compiler, ...options.split(' '), 'use.mts', 'use.cts')).toBe('');
  });
});

/** Packs a copy, because `npm pack` builds and other specs read the built files. Returns the path of the archive. */
function packed(folder: string): string {
  const copy = join(folder, 'repository');
  const client = join(copy, 'libs', 'client');
  mkdirSync(join(copy, 'docs'), { recursive: true });
  for (const name of [
    'package.json',
    'tsconfig.base.json',
    'tsconfig.json',
    '.npmrc',
    join('docs', 'openapi.json'),
  ])
    cpSync(join(REPOSITORY, name), join(copy, name));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'));
  cpSync(CLIENT, client, {
    recursive: true,
    filter: (path) => !/[/\\](dist|generated|node_modules)$/.test(path),
  });
  symlinkSync(join(CLIENT, 'node_modules'), join(client, 'node_modules'));
  execFileSync('npm', ['pack', '--silent', '--offline', '--pack-destination', folder], { cwd: client });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) as string);
}
