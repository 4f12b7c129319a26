import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES, withOutsideConsumers } from '@plaudit/contracts';
import { loadEnv } from '@plaudit/runtime';
import { SOURCE_FLAGS } from '@plaudit/testing';
import { ALL_SERVICES } from '../services';
import { readEnvFile, REPOSITORY } from './compose.suite';

const FOLDER = join(REPOSITORY, 'deploy', 'systemd');
const INSTALLED = '/opt/plaudit/current/';
const SETTINGS_PAGE = readFileSync(join(REPOSITORY, 'docs', 'settings.md'), 'utf8');
const unit = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const valuesOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value as string);

/** Runs `npm run secrets` for this folder and returns what it printed. */
function secrets(folder: string, ...options: string[]): string {
  const program = join(REPOSITORY, 'libs/runtime/src/cli/main.ts');
  const args = [...SOURCE_FLAGS, program, '--systemd', folder, ...options];
  return execFileSync(process.execPath, args, { cwd: REPOSITORY, encoding: 'utf8' });
}

describe('deploy/systemd', () => {
  let etc: string;

  beforeAll(() => {
    etc = mkdtempSync(join(tmpdir(), 'plaudit-systemd-'));
    secrets(etc);
  });
  afterAll(() => rmSync(etc, { recursive: true }));

  it('gives every service an env file with which it starts', () => {
    for (const { name, env } of ALL_SERVICES)
      expect(loadEnv(name, env, readEnvFile(join(etc, `${name}.env`)).values)).toMatchObject({
        NODE_ENV: 'production',
      });
  });

  it('gives every file with a secret to its owner only', () => {
    const open = readdirSync(etc).filter((name) => (statSync(join(etc, name)).mode & 0o077) !== 0);
    expect(open).toEqual(['users.conf']);
  });

  it('never changes existing secrets, and keeps your own files and the outside consumers', () => {
    const users = join(etc, 'users.conf');
    const crm = { name: 'crm', accountId: 7, passwordHash: '$2a$04$hash' };
    writeFileSync(users, withOutsideConsumers(readFileSync(users, 'utf8'), [crm]));
    appendFileSync(join(etc, 'reviews.local.env'), 'LOG_LEVEL=debug\n');
    const texts = (): string[] => readdirSync(etc).map((name) => readFileSync(join(etc, name), 'utf8'));
    const before = texts();
    expect(secrets(etc)).toContain('plaudit.env has every secret.');
    expect(texts()).toEqual(before);
  });

  it('replaces the key of a service everywhere in a rotation', () => {
    const keyOf = (name: string): string | undefined => readEnvFile(join(etc, 'webhooks.env')).values[name];
    const old = keyOf('SECRETS_KEY');
    secrets(etc, '--rotate', 'webhooks');
    expect(keyOf('SECRETS_KEY_PREVIOUS')).toBe(old);
    expect(keyOf('SECRETS_KEY')).not.toBe(old);
    secrets(etc, '--end-rotation', 'webhooks');
    expect(keyOf('SECRETS_KEY_PREVIOUS')).toBe('');
  });

  it('starts programs that a build makes, with env files that the command writes', () => {
    const files = readdirSync(etc);
    for (const name of ['plaudit@.service', 'plaudit-provision.service', 'plaudit-topology.service'])
      for (const service of SERVICE_NAMES) {
        const text = unit(name).replaceAll('%i', service);
        const [start] = valuesOf(text, 'ExecStart');
        const program = start?.split(' ')[1]?.replace(INSTALLED, '').replace('/dist/', '/src/') ?? '';
        expect(existsSync(join(REPOSITORY, program.replace(/\.js$/, '.ts')))).toBe(true);
        for (const file of valuesOf(text, 'EnvironmentFile').filter((path) => !path.startsWith('-')))
          expect(files).toContain(file.replace('/etc/plaudit/', ''));
      }
  });

  it('starts the gateway after every other service', () => {
    const after = valuesOf(unit('plaudit@gateway.service.d/order.conf'), 'After').join(' ').split(' ');
    const others = SERVICE_NAMES.filter((name) => name !== 'gateway');
    expect(after.toSorted()).toEqual(others.map((name) => `plaudit@${name}.service`).toSorted());
  });

  it('gives a service the time to stop that its grace needs, and no rights', () => {
    const service = unit('plaudit@.service');
    expect(Number(valuesOf(service, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(5 + 30);
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'PrivateTmp=yes',
    ])
      expect(service.split('\n')).toContain(line);
  });

  it('names only settings that docs/settings.md explains', () => {
    const { names } = readEnvFile(join(FOLDER, 'plaudit.env.example'));
    const known = (name: string): boolean =>
      SETTINGS_PAGE.includes(`\`${name}\``) ||
      SETTINGS_PAGE.includes(`\`<SERVICE>_${name.split('_').slice(1).join('_')}\``);
    expect(names.filter((name) => !known(name))).toEqual([]);
  });
});
