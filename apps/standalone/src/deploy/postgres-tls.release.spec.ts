import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { DatabaseClient, resolvedEnvironment, serviceDatabaseUrl } from '@plaudit/database';
import { reviewsService } from '@plaudit/reviews';
import { startServices } from '@plaudit/runtime';
import { eventually, SOURCE_FLAGS, startNats, writeFiles } from '@plaudit/testing';
import { startStandalone } from '../standalone';
import { REPOSITORY } from './compose.suite';
import { startTlsPostgres, type TlsPostgres } from './tls-postgres.suite';

const API_KEY = `rk_${'k'.repeat(40)}`;
const PASSWORD = 'spec-role-password';

describe('the settings of TLS for Postgres', () => {
  let server: TlsPostgres;
  let tls: Record<string, string>;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await startTlsPostgres();
    tls = server.settings;
  });
  afterAll(() => server.stop());

  /** Runs a program of a package. Returns its exit code and output. */
  function run(program: string, args: string[], settings: Record<string, string>) {
    const command = [...SOURCE_FLAGS, join(REPOSITORY, program), ...args];
    const env = { PATH: process.env.PATH, TZ: 'UTC', ...settings };
    return new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
      });
    });
  }

  it('let the commands provision, a service migrate and its relay lead, with every secret in a file', async () => {
    const names = SERVICE_NAMES.map((name) => `${name.toUpperCase()}_DATABASE_PASSWORD`);
    const nats = await startNats();
    const contents = {
      DATABASE_ADMIN_URL: server.adminUrl,
      DATABASE_URL: serviceDatabaseUrl(server.adminUrl, 'reviews', PASSWORD),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      NATS_URL: nats.url,
      ...Object.fromEntries(names.map((name) => [name, PASSWORD])),
    };
    const paths = writeFiles(server.folder, contents) as Record<string, string>;
    const files = Object.fromEntries(Object.entries(paths).map(([name, path]) => [`${name}_FILE`, path]));
    const { DATABASE_ADMIN_URL_FILE, DATABASE_URL_FILE, SECRETS_KEY_FILE, NATS_URL_FILE, ...passwords } =
      files;

    const administrator = { ...tls, DATABASE_ADMIN_URL_FILE: DATABASE_ADMIN_URL_FILE! };
    const provisioned = await run('libs/database/src/cli/main.ts', [], { ...administrator, ...passwords });
    expect(provisioned).toEqual({ code: 0, output: expect.stringMatching(/^Provisioned the roles/) });

    const services = await startServices([
      {
        definition: reviewsService,
        settings: {
          ...tls,
          DATABASE_URL_FILE,
          SECRETS_KEY_FILE,
          NATS_URL_FILE,
          PRINCIPAL_PUBLIC_KEYS: 'A'.repeat(43),
          INVITATIONS_URL: 'http://127.0.0.1:1',
          SERVICE_TIMEOUT_FACTOR: '20',
        },
      },
    ]);
    try {
      await eventually(
        () => sessionsOf('plaudit_reviews'),
        (sessions) => sessions.includes('plaudit-reviews-relay') && sessions.includes('plaudit-reviews'),
        'the sessions of the service and of its relay',
      );
    } finally {
      await services.close();
      await nats.stop();
    }
    const listed = await run(
      'libs/events/src/cli/main.ts',
      ['outbox', '--service', 'reviews'],
      administrator,
    );
    expect(listed).toEqual({ code: 0, output: 'The outbox is empty.\n' });
    const missing = await run('libs/events/src/cli/main.ts', ['dead'], { NATS_URL_FILE: '/nowhere' });
    expect(missing).toEqual({
      code: 2,
      output: 'NATS_URL_FILE names /nowhere, which cannot be read: ENOENT\n',
    });
  });

  it('let npm start use a Postgres of its own, and the commands for accounts work beside it', async () => {
    const nats = await startNats();
    const paths = writeFiles(server.folder, {
      admin_url: server.adminUrl,
      api_key: API_KEY,
      secrets_key: randomBytes(32).toString('base64'),
    });
    const administrator = { ...tls, DATABASE_ADMIN_URL_FILE: paths.admin_url };
    const standalone = await startStandalone(
      resolvedEnvironment({
        ...administrator,
        DATA_DIR: join(server.folder, 'standalone'),
        BOOTSTRAP_API_KEY_FILE: paths.api_key,
        SECRETS_KEY_FILE: paths.secrets_key,
        NATS_URL: nats.url,
        PORT: '0',
        SERVICE_TIMEOUT_FACTOR: '20',
      }),
      () => {},
    );
    try {
      const headers = { authorization: `Bearer ${API_KEY}` };
      const account = await fetch(`${standalone.endpoints.gateway}/public/v1/account`, { headers });
      expect(account.status).toBe(200);
      const account2 = ['create', '--company', 'Acme', '--email', 'noa@example.com'];
      const created = await run('apps/gateway/src/cli/main.ts', account2, administrator);
      expect(created).toEqual({ code: 0, output: expect.stringContaining('Created account 2.') });
    } finally {
      await standalone.close();
      await nats.stop();
    }
  });

  it('are reported by npm start if a file is missing', async () => {
    await expect(
      run('apps/standalone/src/main.ts', [], { SECRETS_KEY_FILE: '/nowhere', DATA_DIR: server.folder }),
    ).resolves.toEqual({
      code: 2,
      output: 'Plaudit did not start: SECRETS_KEY_FILE names /nowhere, which cannot be read: ENOENT\n',
    });
  });

  /** Returns the names of the role's sessions that use TLS. */
  async function sessionsOf(role: string): Promise<string[]> {
    const { DATABASE_URL } = resolvedEnvironment({ DATABASE_URL: server.adminUrl, ...tls });
    const client = new DatabaseClient({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'select application_name as name from pg_stat_activity join pg_stat_ssl using (pid) where usename = $1 and ssl',
      [role],
    );
    await client.end();
    return rows.map(({ name }) => name);
  }
});
