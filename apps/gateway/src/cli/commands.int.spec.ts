import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountChanged } from '@plaudit/contracts';
import { UsageError } from '@plaudit/database';
import { eventually, SOURCE_FLAGS } from '@plaudit/testing';
import {
  type AccountsWorld,
  Api,
  newEmail,
  PASSWORD,
  startAccountsWorld,
} from '../accounts/accounts-world.suite';
import { isPasswordOf } from '../users/password';
import { COMMANDS } from './commands';

let gateway: AccountsWorld;
beforeAll(async () => (gateway = await startAccountsWorld({ nats: true })));
afterAll(async () => gateway.close());

async function run(
  command: string,
  options: Record<string, string>,
  env?: Record<string, string>,
): Promise<string> {
  const lines: string[] = [];
  await COMMANDS[command]?.({
    options,
    env: env ?? { DATABASE_URL: gateway.world.databaseUrl('gateway') },
    print: (line) => lines.push(line),
  });
  return lines.join('\n');
}

describe('app:add', () => {
  const add = (options: Record<string, string>) => {
    const { SECRETS_KEY = '' } = gateway.settings;
    const redirect = 'https://automation.example.com/return';
    const env = { DATABASE_URL: gateway.world.databaseUrl('gateway'), SECRETS_KEY };
    return run('add-app', { name: 'Automation', redirect, ...options }, env);
  };
  const revoke = async (fields: Record<string, string>): Promise<number> => {
    const body = new URLSearchParams({ token: 'x', ...fields });
    return (await fetch(`${gateway.url}/oauth/revoke`, { method: 'POST', body })).status;
  };

  it('registers an app for good, whose secret the gateway accepts and nothing stores', async () => {
    const printed = await add({});
    const client_id = /Client id +(\w{32})$/m.exec(printed)?.[1] as string;
    const client_secret = /Client secret +(\w{64})$/m.exec(printed)?.[1] as string;
    expect(await revoke({ client_id, client_secret })).toBe(200);
    expect(await revoke({ client_id, client_secret: 'x' })).toBe(401);
    const [row] = await gateway.world.admin.query<object>(
      'select * from gateway.oauth_clients where id = $1',
      [client_id],
    );
    expect(row).toMatchObject({ registered: 'operator', expires_on: null });
    expect(JSON.stringify(row)).not.toContain(client_secret);
  });

  it('registers a public app, which has no secret', async () => {
    const printed = await add({ public: 'true' });
    const client_id = /Client id +(\w{32})$/m.exec(printed)?.[1] as string;
    expect(printed).not.toContain('Client secret');
    expect(await revoke({ client_id })).toBe(200);
  });

  it.each([
    [{ redirect: 'http://automation.example.com/' }, 'redirect_uris must use https'],
    [{ redirect: '' }, '--redirect is required'],
    [{ name: 'x'.repeat(101) }, 'client_name must'],
    [{ uri: 'javascript:alert(1)' }, 'client_uri must'],
  ])('refuses %j', async (options, reason) => {
    await expect(add(options)).rejects.toThrow(reason);
  });
});

describe('account:create', () => {
  it('creates a working account and prints its key and password', async () => {
    const email = newEmail();
    const printed = await run('create', { company: ' Acme ', email, plan: 'growth' });
    const key = /rk_\w{40}/.exec(printed)?.[0] as string;
    const password = /Password +(\S+)/.exec(printed)?.[1] as string;
    expect(password).toMatch(/^[0-9A-Za-z]{20}$/);
    const api = new Api(gateway.url, key);
    expect((await api.get('/account')).body).toMatchObject({
      company_name: 'Acme',
      plan: 'growth',
      sub_accounts: 1,
    });
    expect((await api.get('/users/get')).body).toMatchObject([{ email, role_id: 1, sub_accounts: [] }]);
    expect((await api.get('/keys')).body.keys).toMatchObject([{ role: 'admin', account_management: true }]);
    const [user] = await gateway.world.admin.query<{ password_hash: string }>(
      'select password_hash from gateway.users where email = $1',
      [email],
    );
    expect(await isPasswordOf(user?.password_hash as string, password)).toBe(true);
    const stored = await gateway.stored();
    const logged = (await gateway.world.logs.written()).join('');
    for (const secret of [key, password]) expect([stored, logged].join('')).not.toContain(secret);
    // The first account does not see the new one.
    expect((await gateway.admin.get('/account')).body.sub_accounts).toBe(1);
  });

  it('accepts an email that has a user in another account', async () => {
    const first = await run('create', { company: 'Acme', email: 'ADMIN@localhost', password: PASSWORD });
    expect(first).toContain('Created account');
  });

  it('does not print a password from the command line', async () => {
    const printed = await run('create', { company: 'Acme', email: newEmail(), password: PASSWORD });
    expect(printed).not.toContain(PASSWORD);
    expect(printed).toContain('the value of --password');
  });

  it.each([
    [{ email: 'a@example.com' }, '--company'],
    [{ company: '  ', email: 'a@example.com' }, '--company'],
    [{ company: 'x'.repeat(192), email: 'a@example.com' }, '--company'],
    [{ company: 'Acme' }, '--email'],
    [{ company: 'Acme', email: 'nobody' }, '--email'],
    [{ company: 'Acme', email: 'a@example.com', password: 'short' }, '--password'],
    [{ company: 'Acme', email: 'a@example.com', password: 'x'.repeat(257) }, '--password'],
    [{ company: 'Acme', email: 'a@example.com', plan: 'gold' }, '--plan'],
  ])('refuses %j and creates nothing', async (options, naming) => {
    const before = await gateway.stored();
    const refusal = run('create', options as Record<string, string>);
    await expect(refusal).rejects.toThrow(naming);
    await expect(refusal).rejects.toBeInstanceOf(UsageError);
    expect(await gateway.stored()).toBe(before);
  });

  it('finds the database of a product that runs on the same machine', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'plaudit-'));
    const endpoints = { postgres: gateway.world.databaseUrl('gateway') };
    writeFileSync(join(DATA_DIR, 'endpoints.json'), JSON.stringify(endpoints));
    const printed = await run('create', { company: 'Acme', email: newEmail() }, { DATA_DIR });
    rmSync(DATA_DIR, { recursive: true });
    expect(printed).toContain('Created account');
  });

  it('fails when no database is configured or running', async () => {
    const env = { DATA_DIR: '/nowhere' };
    await expect(run('create', { company: 'Acme', email: newEmail() }, env)).rejects.toThrow(
      'set DATABASE_URL or start the product first',
    );
  });
});

describe('account:change', () => {
  it('changes the plan, the limits and api_enabled, and a running gateway applies them', async () => {
    const api = await gateway.addAccount('trial');
    const { id } = (await api.get('/account')).body;
    const account = String(id);
    const recorder = await gateway.world.recorder('account.>');
    expect((await api.post('/account/subaccount', { name: 'x' })).status).toBe(402);
    expect(await run('change', { account, plan: 'growth', limits: 'users=-1, channels=7' })).toContain(
      'Changed account',
    );
    expect((await api.get('/account')).body).toMatchObject({
      plan: 'growth',
      limits: { users: -1, channels: 7 },
    });
    expect((await api.post('/account/subaccount', { name: 'x' })).status).toBe(200);
    await run('change', { account, limits: 'none', api: 'off' });
    await eventually(
      async () => (await api.get('/hello')).body.code,
      (code) => code === 'api_disabled',
      'the gateway to apply the change',
    );
    await run('change', { account, api: 'on' });
    await eventually(
      async () => (await api.get('/account')).body.limits,
      (limits) => limits?.users === 10,
      'the gateway to apply the change',
    );
    const events = await recorder.waitFor(accountChanged, 4);
    expect(events.map(({ data }) => data.api_enabled)).toEqual([true, true, false, true]);
    expect((await api.get('/account/audit')).body.items[0]).toMatchObject({
      actor: { type: 'operator' },
      before: { api_enabled: false },
      after: { api_enabled: true },
    });
  });

  it.each([
    [{}, '--account'],
    [{ account: 'x', plan: 'trial' }, '--account'],
    [{ account: '0', plan: 'trial' }, '--account'],
    [{ account: '1' }, 'nothing to change'],
    [{ account: '1', plan: 'gold' }, '--plan'],
    [{ account: '1', api: 'maybe' }, '--api'],
    [{ account: '1', limits: 'channels' }, '--limits'],
    [{ account: '1', limits: 'channels=-2' }, '--limits'],
    [{ account: '1', limits: 'everything=5' }, '--limits'],
    [{ account: '1', limits: 'constructor=5' }, '--limits'],
    [{ account: '1', limits: '' }, '--limits'],
    [{ account: '999999', plan: 'trial' }, 'Account 999999 does not exist'],
  ])('refuses %j and changes nothing', async (options, naming) => {
    const before = await gateway.stored();
    await expect(run('change', options as Record<string, string>)).rejects.toThrow(naming);
    expect(await gateway.stored()).toBe(before);
  });
});

describe('the account command line', () => {
  function program(...options: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const args = [...SOURCE_FLAGS, join(__dirname, 'main.ts'), ...options];
    const env = { PATH: process.env.PATH, TZ: 'UTC', DATABASE_URL: gateway.world.databaseUrl('gateway') };
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
  }

  it('exits by itself and prints the new account to stdout', async () => {
    const made = await program('create', '--company', 'Acme', '--email', newEmail());
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const api = new Api(gateway.url, /rk_\w{40}/.exec(made.stdout)?.[0] as string);
    expect((await api.get('/hello')).status).toBe(200);
  });

  it('prints its commands with --help', async () => {
    const { code, stdout, stderr } = await program('create', '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['create --company', 'change --account']) expect(stdout).toContain(word);
  });

  it('reports a usage error in one line on stderr', async () => {
    for (const options of [['crate'], ['create'], ['create', '--colour', 'red']]) {
      const { code, stdout, stderr } = await program(...options);
      expect([code > 0, stdout, stderr.trim().split('\n').length]).toEqual([true, '', 1]);
    }
  });
});
