import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { composeText, REPOSITORY } from './compose.suite';

const textOf = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const APPS = textOf('deploy/Dockerfile');
const PINNED = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;

/** Returns the lines of one stage, each with its continuation lines. */
function stage(name: string): string[] {
  const text = new RegExp(`^FROM \\S+ AS ${name}\\n([\\s\\S]*?)(?=^FROM |(?![\\s\\S]))`, 'm').exec(APPS)?.[1];
  if (text === undefined) throw new Error(`deploy/Dockerfile has no stage ${name}`);
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
}

/** Returns the commands of the one RUN of a stage that contains `text`, without its mounts. */
function runOf(name: string, text: string): string {
  const line = stage(name).find((one) => one.startsWith('RUN ') && one.includes(text));
  return (line ?? '').replace(/^RUN (--mount=\S+ *)*/, '');
}

describe('the base images', () => {
  it.each(['deploy/Dockerfile', 'deploy/pgbouncer/Dockerfile'])('of %s have a digest', (path) => {
    const images = [...textOf(path).matchAll(/^ARG \w+_IMAGE=(.*)$/gm)].map(([, image]) => image as string);
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter((image) => !PINNED.test(image))).toEqual([]);
    const stages = ['build', 'manifests', 'node', 'app', 'dependencies', 'code', 'nats', 'standalone'];
    const used = [...textOf(path).matchAll(/^FROM (\S+)/gm)].map(([, image]) => image as string);
    expect(used.filter((image) => !stages.includes(image) && !/^\$\{\w+_IMAGE\}$/.test(image))).toEqual([]);
  });

  it('of Postgres and NATS in docker-compose.yml have a digest, and NATS is the same everywhere', () => {
    const { services } = parse(composeText(), { merge: true }) as {
      services: Record<string, { image: string }>;
    };
    expect(services['postgres']!.image).toMatch(PINNED);
    expect(services['nats']!.image).toMatch(PINNED);
    expect(APPS).toContain(`ARG NATS_IMAGE=${services['nats']!.image}\n`);
  });
});

describe('the image of an app', () => {
  it('has the packages in a layer below the code', () => {
    const copies = stage('app').filter((line) => line.startsWith('COPY --from'));
    expect(copies).toEqual(['COPY --from=dependencies /plaudit ./', 'COPY --from=code /code ./']);
  });

  it('installs with npm ci from the manifests alone, with the cache of npm', () => {
    const installs = APPS.replace(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => /^RUN .*\bnpm (ci|install|i)\b/.test(line));
    expect(installs).toHaveLength(2);
    for (const line of installs) {
      expect(line).toMatch(/^RUN --mount=type=cache,target=\/root\/\.npm .*npm ci( |$)/);
      expect(line).not.toContain('npm install');
    }
    expect(stage('dependencies').filter((line) => line.startsWith('COPY'))).toEqual([
      'COPY --from=manifests /plaudit ./',
    ]);
  });

  it('is built with every file outside of the workspaces that turbo.json names as an input', () => {
    const { tasks } = JSON.parse(textOf('turbo.json')) as { tasks: Record<string, { inputs?: string[] }> };
    const inputs = Object.values(tasks).flatMap((task) => task.inputs ?? []);
    const outside = inputs
      .filter((path) => path.startsWith('../../'))
      .map((path) => path.slice('../../'.length));
    expect(outside).toContain('docs/openapi.json');
    const copied = [...textOf('.dockerignore').matchAll(/^!(.*)$/gm)].map(
      ([, pattern]) => new RegExp(`^${(pattern as string).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`),
    );
    expect(outside.filter((path) => !copied.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it('has the files of the dashboard if its app needs them, and never the packages they were built from', () => {
    const gateway = JSON.parse(textOf('apps/gateway/package.json')) as { dependencies: object };
    expect(gateway.dependencies).toHaveProperty('@plaudit/dashboard');
    expect(runOf('build', 'mkdir /built')).toContain('apps/*/dist');
    expect(runOf('dependencies', 'npm ci')).toMatch(
      /npm pkg delete dependencies --workspace=@plaudit\/dashboard .*npm ci/,
    );
  });

  it('names its release in labels and in its environment', () => {
    const last = stage('app').slice(-5).join('\n');
    for (const label of ['title', 'description', 'version', 'revision', 'created', 'licenses'])
      expect(last).toContain(`org.opencontainers.image.${label}=`);
    expect(last).toContain('ENV PLAUDIT_VERSION=${PLAUDIT_VERSION} PLAUDIT_REVISION=${PLAUDIT_REVISION}');
  });

  it('starts no Node for a health check', () => {
    const check = stage('app').find((line) => line.startsWith('HEALTHCHECK'));
    expect(check).toMatch(/CMD \["healthcheck", "\/health\/live"\]$/);
    expect(composeText()).not.toMatch(/test: .*\bnode\b/);
  });
});

/** The image has the `find` of GNU. */
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('the step that removes what never runs', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plaudit-image-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(...paths: string[]): void {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
  }

  function filesLeft(): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  }

  const run = (command: string): Promise<string> =>
    new Promise((resolve, reject) => {
      execFile('sh', ['-ec', command], { cwd: folder }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout),
      );
    });

  it('keeps programs, data and licences of packages, and removes types, maps, documents and tests', async () => {
    const kept = [
      'apps/reviews/package.json',
      'node_modules/@scope/test/index.js',
      'node_modules/one/LICENSE.md',
      'node_modules/one/NOTICE.md',
      'node_modules/one/data.json',
      'node_modules/one/dist/doc/index.js',
      'node_modules/one/index.js',
      'node_modules/test/index.js',
    ];
    write(...kept);
    write(
      'node_modules/one/index.d.ts',
      'node_modules/one/index.js.map',
      'node_modules/one/index.mts',
      'node_modules/one/README.md',
      'node_modules/one/test/index.js',
      'node_modules/@scope/two/docs/index.html',
      'apps/reviews/node_modules/three/examples/a.js',
    );
    await run(runOf('dependencies', 'regextype'));
    expect(filesLeft()).toEqual(kept);
  });
});

describe('deploy/healthcheck', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.statusCode = request.url === '/health/ready' ? 200 : 503;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const check = (path: string, PORT: number): Promise<number> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, PORT: String(PORT) };
      execFile(join(REPOSITORY, 'deploy/healthcheck'), [path], { env }, (error) =>
        resolve(Number(error?.code ?? 0)),
      );
    });

  it('succeeds if the service answers 200, and fails if it answers otherwise or not at all', async () => {
    await expect(check('/health/ready', port)).resolves.toBe(0);
    await expect(check('/health/live', port)).resolves.toBe(1);
    await expect(check('/health/ready', 1)).resolves.toBe(1);
  });
});
