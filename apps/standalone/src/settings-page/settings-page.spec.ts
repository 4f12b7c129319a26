import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { EnvNumber } from '@plaudit/runtime';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { REPOSITORY } from '../deploy/compose.suite';
import { ALL_SERVICES } from '../services';
import { settingsOf } from './declared-settings';
import { settingComments } from './setting-comments';
import { STANDALONE_SETTINGS } from './other-settings';
import { isSecretSetting, settingsPage, settingsSections, SETTINGS_PAGE_PATH } from './settings-page';

const SECTIONS = settingsSections(ALL_SERVICES);
const PAGE = settingsPage(SECTIONS);
const textOf = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

/** The names in the page. A family stands for the setting of each service. */
const NAMES = new Set(
  SECTIONS.flatMap(({ settings }) => settings).flatMap(({ name }) =>
    name.startsWith('<SERVICE>')
      ? SERVICE_NAMES.map((service) => name.replace('<SERVICE>', service.toUpperCase()))
      : [name],
  ),
);

/** Read by libraries, by the tools of development, or by Node itself. */
const NOT_OURS = ['HOME', 'PATH', 'USER', 'NODE_OPTIONS'];

/**
 * Returns the paths of the program texts of all packages but libs/testing, without specs, their helpers, the cluster
 * test and the screenshots.
 */
function sources(): string[] {
  return ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(REPOSITORY, group))
      .filter((name) => name !== 'testing')
      .flatMap((name) => {
        const folder = join(group, name, 'src');
        return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
          join(folder, path),
        );
      })
      .filter(
        (path) =>
          path.endsWith('.ts') && !/\.(spec|suite)\.ts$|\/(fixtures|cluster|screenshots)\//.test(path),
      ),
  );
}

/** Returns the variables in the table of the README. */
function rowsOfReadme(): string[] {
  const table = textOf('README.md').split('## Settings of `npm start`')[1]?.split('\n## ')[0] ?? '';
  return [...table.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell]) =>
    [...(cell as string).matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name as string),
  );
}

describe('docs/settings.md', () => {
  it('equals the output of `npm run generate`', () => {
    expect(textOf(SETTINGS_PAGE_PATH)).toBe(PAGE);
  });

  it('has a meaning for every setting, from the comment above its field', () => {
    const silent = SECTIONS.flatMap(({ title, settings }) =>
      settings.filter(({ meaning }) => meaning === '').map(({ name }) => `${title}: ${name} has no comment`),
    );
    expect(silent).toEqual([]);
  });

  it.each(['docker-compose.yml', 'deploy/pgbouncer/compose.yml'])('has every variable of %s', (path) => {
    const named = [...textOf(path).matchAll(/\$\{([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name as string);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !NAMES.has(name))).toEqual([]);
  });

  it('has every variable of deploy/.env.example and of the table in the README', () => {
    const lines = [...textOf('deploy/.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)];
    const named = [...lines.map(([, name]) => name as string), ...rowsOfReadme()];
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !NAMES.has(name) && !NAMES.has(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('has every setting that npm start reads itself in the table of the README', () => {
    const programs = ['main', 'settings', 'standalone'].map((name) =>
      textOf(`apps/standalone/src/${name}.ts`),
    );
    const read = [...programs.join('').matchAll(/\benv\.([A-Z][A-Z0-9_]{2,})/g)].map(
      ([, name]) => name as string,
    );
    expect(read.length).toBeGreaterThan(10);
    const all = new Set([...read, ...STANDALONE_SETTINGS.map(({ name }) => name)]);
    const inReadme = rowsOfReadme();
    expect([...all].filter((name) => !inReadme.includes(name))).toEqual([]);
  });

  it('has every variable that a program reads by its name', () => {
    const read = sources().flatMap((path) =>
      [...textOf(path).matchAll(/\benv(?:\.|\?\.|\[')([A-Z][A-Z0-9_]{2,})/g)].map(
        ([, name]) => `${path}: ${name}`,
      ),
    );
    expect(read.length).toBeGreaterThan(30);
    const known = [...NAMES, ...NOT_OURS];
    expect(read.filter((line) => !known.includes(line.split(': ')[1]!))).toEqual([]);
  });

  it('calls every setting a secret whose name says so', () => {
    /** Public keys, the address of a person, and paths of files. */
    const open = [
      'PRINCIPAL_PUBLIC_KEYS',
      'SENDGRID_WEBHOOK_PUBLIC_KEY',
      'NATS_TLS_KEY',
      'DATABASE_TLS_KEY',
      'NATS_NKEY_SEED_FILE',
    ];
    const inCompose = /^[A-Z]+_(NATS_PASSWORD|SECRETS_KEY(_PREVIOUS)?)$|^POSTGRES_PASSWORD$/;
    const named = [...NAMES].filter(
      (name) =>
        /SECRET|PASSWORD|TOKEN|API_KEY|_KEYS?$|_SEED|(DATABASE|NATS|SMTP).*_URL$/.test(name) &&
        !open.includes(name),
    );
    const words = named.filter((name) => !isSecretSetting(name) && !inCompose.test(name));
    expect(words.filter((name) => !/PER_KEY$|WRONG_KEYS$/.test(name))).toEqual([]);
  });

  it.each([
    '| `DATABASE_URL` | URL, secret | – | required | ',
    '| `PORT` | whole number from 0 to 65535 | – | `0` | ',
    '| `BODY_TIMEOUT_MS` | whole number from 100 to 20000 | milliseconds | `10000` | ',
    '| `SECRETS_KEY_PREVIOUS` | 32 bytes, base64 or hex, secret | – | – | ',
    '| `ALLOW_LOOPBACK` | `true` or `false` | – | `false` | ',
    '| `BOOTSTRAP_PASSWORD` | text from 10 to 256 characters, secret | – | – | ',
    '| `DATABASE_TLS_KEY` | path | – | – | ',
    '| `REVIEWS_URL` | URL | – | required | Address of the reviews service. |',
    '| `THROTTLE_RATE` | number from 0 | per second | `5` | ',
  ])('has the row %s', (row) => {
    expect(PAGE).toContain(row);
  });
});

class SampleEnv {
  @IsOptional() @IsString() SAMPLE_NAME?: string;
  @EnvNumber() @IsInt() @Min(1) @Max(9) SAMPLE_SECONDS = 5;
}

describe('settingsOf', () => {
  it('leaves the meaning empty if the field has no comment', () => {
    const comments = settingComments(`/** The class. */
export class SampleEnv {
  @IsOptional() SAMPLE_NAME?: string;

  /**
   * Seconds that a sample takes,
   * see {@link Sample}.
   */
  @EnvNumber({ a: 1 })
  @Min(1)
  SAMPLE_SECONDS = 5;
  SAMPLE_OTHER = 6;
}`);
    expect(settingsOf(SampleEnv, comments)).toEqual([
      { name: 'SAMPLE_NAME', type: 'text', unit: undefined, default: '–', meaning: '' },
      {
        name: 'SAMPLE_SECONDS',
        type: 'whole number from 1 to 9',
        unit: 'seconds',
        default: '`5`',
        meaning: 'Seconds that a sample takes, see `Sample`.',
      },
    ]);
  });
});
