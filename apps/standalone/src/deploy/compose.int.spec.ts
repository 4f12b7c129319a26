import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnv } from '@plaudit/runtime';
import { ALL_SERVICES } from '../services';
import { problemsOf } from './compose-problems.suite';
import {
  type Compose,
  composeText,
  readCompose,
  readEnvFile,
  REPOSITORY,
  variablesOf,
} from './compose.suite';
import { freshEnv } from './fresh-env.suite';

const POOLER = join(REPOSITORY, 'deploy', 'pgbouncer');
const TEMPLATE = join(REPOSITORY, 'deploy', '.env.example');

describe('docker-compose.yml', () => {
  let env: Record<string, string>;

  beforeAll(() => {
    env = freshEnv();
  });

  it('runs every app with a complete environment, its own credentials and a health check', () => {
    expect(problemsOf(readCompose(env), ALL_SERVICES)).toEqual([]);
  });

  it.each<[string, (compose: Compose) => unknown]>([
    ['ai: is missing', ({ services }) => delete services['ai']],
    ['spare: is no app', ({ services }) => (services['spare'] = services['ai']!)],
    ['topology: is missing', ({ services }) => delete services['topology']],
    ['widgets: has another app', ({ services }) => (services['widgets']!.build!.args.APP = 'reviews')],
    [
      'reviews: INVITATIONS_URL is not set',
      ({ services }) => delete services['reviews']!.environment['INVITATIONS_URL'],
    ],
    [
      'webhooks: SECRETS_KEY is not set',
      ({ services }) => (services['webhooks']!.environment['SECRETS_KEY'] = ''),
    ],
    ['channels: PORT must not be', ({ services }) => (services['channels']!.environment['PORT'] = '99999')],
    ['ai: LOG_LEVEL cannot be set', ({ services }) => delete services['ai']!.environment['LOG_LEVEL']],
    ['ai: LOG_LEVLE is unknown', ({ services }) => (services['ai']!.environment['LOG_LEVLE'] = 'info')],
    ['ai: does not run in prod', ({ services }) => (services['ai']!.environment['NODE_ENV'] = 'development')],
    [
      'ai: its role',
      ({ services }) => (services['provision']!.environment['AI_DATABASE_PASSWORD'] = 'other'),
    ],
    ['ai: its user', ({ services }) => delete services['nats']!.environment['AI_NATS_PASSWORD']],
    [
      'reviews: looks for ai',
      ({ services }) => (services['reviews']!.environment['AI_URL'] = 'http://ai:80'),
    ],
    ['ai: has no health check', ({ services }) => delete services['ai']!.healthcheck],
    ['nats: has no health check', ({ services }) => delete services['nats']!.healthcheck],
    ['topology: does not end with 0', ({ services }) => services['topology']!.command!.pop()],
    ['ai: NATS_CREDS is the same', ({ services }) => (services['ai']!.environment['NATS_CREDS'] = '')],
    ['ai: does not wait for topology', ({ services }) => delete services['ai']!.depends_on!['topology']],
    [
      'gateway: does not wait for webhooks',
      ({ services }) => delete services['gateway']!.depends_on!['webhooks'],
    ],
    ['reports: publishes a port', ({ services }) => (services['reports']!.ports = ['3000:3000'])],
    ['reports: is not on the internal', ({ services }) => (services['reports']!.networks = ['outside'])],
    ['reports: is not restarted', ({ services }) => delete services['reports']!.restart],
    ['reports: has more rights', ({ services }) => delete services['reports']!.cap_drop],
  ])('is reported with "%s" when it is damaged that way', (problem, damage) => {
    const compose = readCompose(env);
    damage(compose);
    expect(problemsOf(compose, ALL_SERVICES)).toContainEqual(expect.stringContaining(problem));
  });

  it('publishes only the gateway, by default on this machine', () => {
    const published = Object.entries(readCompose(env).services).filter(([, { ports }]) => ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['gateway', ['127.0.0.1:8080:3000']],
    ]);
  });

  it('checks the health endpoint that the services serve', () => {
    const { services } = readCompose(env);
    for (const { name } of ALL_SERVICES) {
      const { environment, healthcheck } = services[name]!;
      expect(healthcheck?.test).toEqual(['CMD', 'healthcheck', '/health/ready']);
      expect(environment['PORT']).toBe('3000');
    }
  });

  it('gives NATS the password of every user and a version that repairs durables', () => {
    const { image, environment } = readCompose(env).services['nats']!;
    const users = readFileSync(join(REPOSITORY, 'deploy', 'nats', 'users.conf'), 'utf8');
    const variables = [...users.matchAll(/\$([A-Z_]+_PASSWORD)/g)].map(([, name]) => name);
    expect(new Set(Object.keys(environment))).toEqual(new Set(variables));
    const [, major, minor] = /^nats:(\d+)\.(\d+)/.exec(image) as unknown as [string, string, string];
    expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(214);
  });

  it('cannot be read when a secret is missing', () => {
    expect(() => readCompose({ ...env, AI_SECRETS_KEY: '' })).toThrow('AI_SECRETS_KEY is not set');
  });
});

describe('deploy/pgbouncer/compose.yml', () => {
  const env = freshEnv();
  const base = readCompose(env).services;
  const { pgbouncer, ...pooled } = readCompose(
    env,
    readFileSync(join(POOLER, 'compose.yml'), 'utf8'),
  ).services;

  it.each(ALL_SERVICES)('gives $name both addresses of its database', ({ name }) => {
    const direct = base[name]!.environment['DATABASE_URL']!;
    expect(pooled[name]).toMatchObject({
      depends_on: { pgbouncer: { condition: 'service_healthy' } },
      environment: {
        DATABASE_URL: direct.replace('@postgres:5432/', '@pgbouncer:6432/'),
        DATABASE_DIRECT_URL: direct,
      },
    });
  });

  it('gives PgBouncer the role of every service with its password', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plaudit-userlist-'));
    const fake = join(folder, 'pgbouncer');
    writeFileSync(fake, '#!/bin/sh\n', { mode: 0o755 });
    const USERLIST = join(folder, 'userlist.txt');
    const PATH = `${folder}:${process.env.PATH}`;
    execFileSync(join(POOLER, 'start.sh'), { env: { ...pgbouncer!.environment, PATH, USERLIST } });
    const users = readFileSync(USERLIST, 'utf8').trim().split('\n');
    rmSync(folder, { recursive: true });
    const expected = ALL_SERVICES.map(({ name }) => {
      const { username, password } = new URL(base[name]!.environment['DATABASE_URL']!);
      return `"${username}" "${password}"`;
    });
    expect(users.toSorted()).toEqual(expected.toSorted());
  });
});

describe('deploy/libretranslate/compose.yml', () => {
  it('has ai translate with the server that it adds, at a version, and allows its private address', () => {
    const text = readFileSync(join(REPOSITORY, 'deploy', 'libretranslate', 'compose.yml'), 'utf8');
    const { libretranslate, ai } = readCompose({}, text).services;
    const { host } = new URL(ai!.environment['TRANSLATE_BASE_URL']!);
    expect(ai!.environment).toMatchObject({
      TRANSLATE_PROVIDER: 'libretranslate',
      OUTBOUND_ALLOW_HOSTS: host,
    });
    const base = readCompose(freshEnv()).services['ai']!;
    const { env } = ALL_SERVICES.find(({ name }) => name === 'ai')!;
    expect(() => loadEnv('ai', env, { ...base.environment, ...ai!.environment })).not.toThrow();
    expect(libretranslate!.image).toMatch(/:v\d+\.\d+\.\d+$/);
    expect(libretranslate!.networks).toEqual(base.networks);
  });
});

describe('the env file of a deployment', () => {
  const { names, values } = readEnvFile(TEMPLATE);
  const variables = variablesOf(composeText());

  it('has every variable that the compose file requires', () => {
    const required = variables.filter((variable) => variable.required).map(({ name }) => name);
    expect(Object.keys(freshEnv())).toEqual(expect.arrayContaining(required));
  });

  it('is written from a template without variables that the compose file does not read', () => {
    expect(variables.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('is written from a template without secrets', () => {
    const secrets = Object.entries(values).filter(([name]) => /PASSWORD|KEY/.test(name));
    expect(secrets.map(([name]) => name)).toEqual([
      'POSTGRES_PASSWORD',
      'ADMIN_NATS_PASSWORD',
      'PRINCIPAL_PUBLIC_KEYS',
    ]);
    expect(secrets.filter(([, value]) => value !== '')).toEqual([]);
  });
});
