import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
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
import { REPOSITORY } from './generated-files';

const CONTRACTS = join(REPOSITORY, 'libs', 'contracts');
const TSC = join(REPOSITORY, 'node_modules', 'typescript', 'bin', 'tsc');

interface Manifest {
  name: string;
  private?: boolean;
  dependencies?: Record<string, string>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

describe('the packages of this repository', () => {
  it('are private, except for @plaudit/contracts', () => {
    const folders = ['apps', 'libs'].flatMap((group) =>
      readdirSync(join(REPOSITORY, group)).map((name) => join(REPOSITORY, group, name)),
    );
    const manifests = [REPOSITORY, ...folders]
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map(manifestOf);
    const open = manifests.filter((manifest) => manifest.private !== true);
    expect(open.map(({ name }) => name)).toEqual(['@plaudit/contracts']);
  });
});

describe('the package @plaudit/contracts', () => {
  let folder: string;
  let installed: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plaudit-package-'));
    const build = join(folder, 'build');
    mkdirSync(build);
    for (const name of ['package.json', 'README.md', 'events.json'])
      cpSync(join(CONTRACTS, name), join(build, name));
    const outDir = ['--outDir', join(build, 'dist')];
    execFileSync(process.execPath, [TSC, '-p', join(CONTRACTS, 'tsconfig.build.json'), ...outDir]);
    const npm = ['pack', '--silent', '--offline', '--pack-destination', folder];
    const archive = execFileSync('npm', npm, { cwd: build, encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1) as string;
    installed = join(folder, 'node_modules', '@plaudit', 'contracts');
    mkdirSync(installed, { recursive: true });
    // As an installation adds them.
    for (const name of Object.keys(manifestOf(build).dependencies ?? {}))
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(folder, 'node_modules', name));
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', installed, '--strip-components=1']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Compiles a consumer's program and returns the complaints of TypeScript. */
  function complaintsAbout(program: string): string {
    writeFileSync(join(folder, 'consumer.ts'), program);
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', ''];
    try {
      execFileSync(process.execPath, [TSC, ...options, 'consumer.ts'], { cwd: folder, encoding: 'utf8' });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  it('holds the build, the schemas and a README, and no sources, specs or generators', () => {
    expect(readdirSync(installed).toSorted()).toEqual(['README.md', 'dist', 'events.json', 'package.json']);
    const built = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(built).toContain('index.d.ts');
    expect(built.filter((name) => /spec|suite|(^|\/)generate(\/|$)|\.map$|(?<!\.d)\.ts$/.test(name))).toEqual(
      [],
    );
  });

  it('tells a consumer in TypeScript which payload an event has by its type', () => {
    const program = `
      import type { DomainEvent, PlauditEvent, ReviewPayload } from '@plaudit/contracts';

      export function author(event: DomainEvent<ReviewPayload>): string | null { return event.data.from_name; }

      export function handle(event: PlauditEvent): unknown {
        switch (event.type) {
          case 'review.created': return author(event) ?? event.data.rating_value;
          case 'review.updated': return event.data.changed.length;
          case 'channel.deleted': return event.data.keep_reviews;
          case 'rating.changed': return [event.dataversion satisfies 1, event.dataschema];
          default: return event.aggregateversion;
        }
      }`;
    expect(complaintsAbout(program)).toBe('');
  });

  it('tells a consumer about a field that the event does not have, and about an event that does not exist', () => {
    const program = `
      import type { PlauditEvent } from '@plaudit/contracts';

      export function handle(event: PlauditEvent): unknown {
        if (event.type === 'channel.deleted') return event.data.changed;
        return event.type === 'review.vanished';
      }`;
    const complaints = complaintsAbout(program);
    expect(complaints).toContain("Property 'changed' does not exist");
    expect(complaints).toContain('"review.vanished"');
  });
});
