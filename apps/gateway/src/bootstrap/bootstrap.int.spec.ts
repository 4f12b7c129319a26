import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { once } from 'node:events';
import { startServices } from '@plaudit/runtime';
import { type World, eventually, startServiceProcess } from '@plaudit/testing';
import { verify } from '@node-rs/argon2';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { API_KEY_FORMAT, generateApiKey } from '../keys/api-key';
import { gatewayService } from '../service';
import { ask, ORIGIN } from '../sign-in/sign-in-world.suite';
import {
  type FirstAccess,
  onFirstAccess,
  deleteUsedFirstAccess,
  handOverFirstAccess,
  keepFirstAccessOf,
} from './first-access';

async function hello(url: string, apiKey: string): Promise<number> {
  return (await fetch(`${url}/public/v1/hello`, { headers: basic(apiKey) })).status;
}

/** Starts a second gateway on the same database, with changed settings. */
async function startAgain({ settings }: GatewayWorld, changes: Record<string, string>): Promise<string> {
  const again = await startServices([{ definition: gatewayService, settings: { ...settings, ...changes } }]);
  started.push(again);
  return again.url('gateway');
}

async function counts(world: World): Promise<object> {
  const [row] = await world.admin.query<object>(
    `select (select count(*) from gateway.accounts)::int as accounts,
            (select count(*) from gateway.sub_accounts)::int as sub_accounts,
            (select count(*) from gateway.users)::int as users,
            (select count(*) from gateway.keys)::int as keys`,
  );
  return row as object;
}

const started: { close(): Promise<void> }[] = [];

describe('bootstrap', () => {
  let announced: FirstAccess[];

  let stopListening: () => void;

  beforeEach(() => {
    announced = [];
    stopListening = onFirstAccess((access) => announced.push(access));
  });

  afterEach(async () => {
    stopListening();
    await Promise.all(started.splice(0).map((one) => one.close()));
  });

  describe('bootstrap of an empty database', () => {
    let gateway: GatewayWorld;
    const first: FirstAccess[] = [];

    beforeAll(async () => {
      const stop = onFirstAccess((access) => first.push(access));
      gateway = await startGatewayWorld({ BOOTSTRAP_API_KEY: '' });
      stop();
    });
    afterAll(() => gateway.close());

    it('creates an account with a main sub account, an admin key and an admin, and announces the generated secrets once', async () => {
      expect(first).toHaveLength(1);
      const [{ email, apiKey, password, setupUrl }] = first as [FirstAccess];
      expect(email).toBe('admin@localhost');
      expect(apiKey).toMatch(API_KEY_FORMAT);
      expect(password).toMatch(/^[0-9A-Za-z]{20}$/);
      expect(setupUrl).toMatch(/^http:\/\/[^/]+\/app\/setup#t=[\w-]{43}$/);
      expect(await hello(gateway.url, apiKey as string)).toBe(200);

      const [row] = await gateway.world.admin.query<Record<string, unknown>>(
        `select a.plan, a.api_enabled, s.main, k.role as key_role, k.account_management, k.scopes, u.role as user_role, u.password_hash
         from gateway.accounts a
         join gateway.sub_accounts s on s.account_id = a.id
         join gateway.keys k on k.sub_account_id = s.id
         join gateway.users u on u.account_id = a.id`,
      );
      expect(row).toMatchObject({
        plan: 'enterprise',
        api_enabled: true,
        main: true,
        key_role: 'admin',
        account_management: true,
        scopes: [],
        user_role: 'admin',
      });
      expect(await verify(row?.password_hash as string, password as string)).toBe(true);
    });

    it('writes no secret to the logs, and none in plain text to the database', async () => {
      const [{ apiKey, password, setupUrl }] = first as [FirstAccess];
      const token = setupUrl?.split('#t=')[1];
      const [stored] = await gateway.world.admin.query<{ text: string }>(
        `select (select string_agg(k::text, ' ') from gateway.keys k) || (select string_agg(u::text, ' ') from gateway.users u)
         || (select string_agg(l::text, ' ') from gateway.setup_links l)
         || (select string_agg(a::text, ' ') from gateway.audit a) as text`,
      );
      for (const secret of [apiKey as string, password as string, token as string]) {
        expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(secret);
        expect(stored?.text).not.toContain(secret);
      }
    });

    it('uses the secrets from the environment and does not announce them', async () => {
      const apiKey = generateApiKey(randomBytes);
      const named = await startGatewayWorld({
        BOOTSTRAP_API_KEY: apiKey,
        BOOTSTRAP_EMAIL: 'Owner@Example.com',
        BOOTSTRAP_PASSWORD: 'a password of mine',
      });
      started.push(named);
      expect(announced).toEqual([
        {
          accountId: expect.any(Number),
          email: 'Owner@Example.com',
          apiKey: null,
          password: null,
          setupUrl: null,
        },
      ]);
      expect(await hello(named.url, apiKey)).toBe(200);
      const [user] = await named.world.admin.query<{ password_hash: string }>(
        'select password_hash from gateway.users',
      );
      expect(await verify(user?.password_hash ?? '', 'a password of mine')).toBe(true);
    });

    // The last test of this world, because it deletes the account.
    it('happens once when gateways start at the same time', async () => {
      await gateway.world.admin.query(
        'truncate gateway.accounts, gateway.sub_accounts, gateway.users, gateway.keys restart identity cascade',
      );
      const urls = await Promise.all(Array.from({ length: 4 }, async () => startAgain(gateway, {})));
      expect(await counts(gateway.world)).toEqual({ accounts: 1, sub_accounts: 1, users: 1, keys: 1 });
      expect(announced).toHaveLength(1);
      for (const url of urls) expect(await hello(url, announced[0]?.apiKey as string)).toBe(200);
    });
  });

  describe('bootstrap on a later start', () => {
    let gateway: GatewayWorld;

    beforeAll(async () => (gateway = await startGatewayWorld()));
    afterAll(() => gateway.close());

    it('changes nothing when BOOTSTRAP_API_KEY is known or not set', async () => {
      const before = await counts(gateway.world);
      await startAgain(gateway, {
        BOOTSTRAP_EMAIL: 'other@example.com',
        BOOTSTRAP_PASSWORD: 'another password',
      });
      await startAgain(gateway, { BOOTSTRAP_API_KEY: '' });
      expect(await counts(gateway.world)).toEqual(before);
      expect(announced).toEqual([]);
    });

    it('adds a changed BOOTSTRAP_API_KEY beside the first key, even when gateways start at the same time', async () => {
      const changed = generateApiKey(randomBytes);
      const urls = await Promise.all(
        [1, 2, 3].map(async () => startAgain(gateway, { BOOTSTRAP_API_KEY: changed })),
      );
      expect(await counts(gateway.world)).toMatchObject({ accounts: 1, keys: 2 });
      for (const url of urls) expect(await hello(url, changed)).toBe(200);
      expect(await hello(gateway.url, gateway.apiKey)).toBe(200);
      expect(announced).toEqual([]);
      const entries = await gateway.world.admin.query<{ after: { prefix: string } }>(
        "select after from gateway.audit where actor_type = 'operator' and action = 'key.created'",
      );
      expect(entries.map(({ after }) => after.prefix)).toEqual([changed.slice(0, 11)]);
      expect(JSON.stringify(entries)).not.toContain(changed);
    });

    // The last test of this world, because it deletes the keys.
    it('does not restore a deleted key', async () => {
      await gateway.world.admin.query('update gateway.keys set deleted_at = now()');
      const url = await startAgain(gateway, {});
      expect(await hello(url, gateway.apiKey)).toBe(401);
      expect(JSON.stringify(gateway.world.logs.lines)).toContain('stays deleted');
    });
  });

  describe('the start of the gateway', () => {
    it('names every invalid setting in one error', async () => {
      const broken = startGatewayWorld({
        BOOTSTRAP_API_KEY: 'secret',
        BOOTSTRAP_PASSWORD: 'short',
        BOOTSTRAP_EMAIL: 'nobody',
        REVIEWS_URL: 'reviews:80/x y',
        THROTTLE_RATE: 'fast',
      });
      await expect(broken).rejects.toThrow(/BOOTSTRAP_API_KEY must be rk_/);
      for (const name of ['BOOTSTRAP_PASSWORD', 'BOOTSTRAP_EMAIL', 'REVIEWS_URL', 'THROTTLE_RATE']) {
        await expect(broken).rejects.toThrow(name);
      }
    });

    it('refuses a BOOTSTRAP_PASSWORD that is too long to sign in with', async () => {
      const broken = startGatewayWorld({ BOOTSTRAP_PASSWORD: 'x'.repeat(257) });
      await expect(broken).rejects.toThrow('BOOTSTRAP_PASSWORD');
    });

    it("refuses PRINCIPAL_PUBLIC_KEYS without the gateway's own key", async () => {
      await expect(startGatewayWorld({ PRINCIPAL_PUBLIC_KEYS: 'A'.repeat(43) })).rejects.toThrow(
        /PRINCIPAL_PUBLIC_KEYS must hold [\w-]{43}/,
      );
    });

    it('refuses TRUSTED_PROXIES that are not addresses', async () => {
      await expect(startGatewayWorld({ TRUSTED_PROXIES: '10.0.0.0/8, lb.internal' })).rejects.toThrow(
        'TRUSTED_PROXIES: "lb.internal"',
      );
    });
  });
});

describe('handOverFirstAccess', () => {
  const SECRETS = {
    accountId: 1,
    email: 'a@b',
    apiKey: 'rk_x',
    password: 'open sesame',
    setupUrl: 'http://a/app/setup#t=token',
  };
  let folder: string;
  let printed: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'first-access-'));
    printed = '';
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const place = (isTTY?: boolean) => ({
    stdout: { isTTY, write: (text: string) => (printed += text) },
    folder: () => folder,
  });

  it('prints the generated secrets to a terminal, and the variable of a secret from the environment', () => {
    handOverFirstAccess({ ...SECRETS, password: null, setupUrl: null }, place(true));
    expect(printed).not.toContain('Setup');
    expect(printed).toContain('API key   rk_x');
    expect(printed).toContain('Password  the value of BOOTSTRAP_PASSWORD');
    const file = join(folder, 'first-access.txt');
    expect(printed).toContain(`also in ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes no file beside a terminal if the key is from the environment', () => {
    handOverFirstAccess({ ...SECRETS, apiKey: null }, place(true));
    expect(printed).toContain('open sesame');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('still prints the secrets to a terminal when the file cannot be written', () => {
    handOverFirstAccess(SECRETS, { ...place(true), folder: () => join(folder, 'missing') });
    expect(printed).toContain('open sesame');
    expect(printed).not.toContain('also in');
  });

  it('writes the secrets to a file that only its owner can read when stdout is not a terminal', () => {
    handOverFirstAccess(SECRETS, place());
    const file = join(folder, 'first-access.txt');
    expect(printed).toContain(file);
    for (const secret of ['rk_x', 'open sesame', 'http://a/app/setup#t=token']) {
      expect(printed).not.toContain(secret);
      expect(readFileSync(file, 'utf8')).toContain(secret);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('replaces an existing file or link instead of writing through it', () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine', { mode: 0o644 });
    symlinkSync(elsewhere, join(folder, 'first-access.txt'));
    handOverFirstAccess(SECRETS, place());
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(statSync(join(folder, 'first-access.txt')).mode & 0o777).toBe(0o600);
  });

  it('prints how to get other credentials when the file cannot be written', () => {
    handOverFirstAccess(SECRETS, { ...place(), folder: () => join(folder, 'missing') });
    expect(printed).toContain('Start again with your own BOOTSTRAP_API_KEY');
    expect(printed).not.toContain('rk_x');
  });
});

describe('the file without a key, because BOOTSTRAP_API_KEY is set,', () => {
  let folder: string;
  let file: string;
  let gateway: GatewayWorld;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'first-access-'));
    file = join(folder, 'first-access.txt');
    const stop = onFirstAccess((access) =>
      handOverFirstAccess(access, { stdout: { write: () => true }, folder: () => folder }),
    );
    gateway = await startGatewayWorld({ PUBLIC_URL: ORIGIN, BOOTSTRAP_EMAIL: 'owner@example.com' });
    stop();
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await gateway.close();
  });

  const isDeleted = (): Promise<boolean> =>
    eventually(
      () => existsSync(file),
      (exists) => !exists,
      'the file to be deleted',
    );

  it('is deleted after the first use of that key, also by a gateway that started later', async () => {
    await deleteUsedFirstAccess(async () => false);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('the value of BOOTSTRAP_API_KEY');
    await hello(gateway.url, gateway.apiKey);
    await isDeleted();
    writeFileSync(file, text);
    keepFirstAccessOf(folder);
    await isDeleted();
  });

  it('is deleted after the first sign-in of its user', async () => {
    const password = /Password +(\w+)/.exec(readFileSync(file, 'utf8'))?.[1];
    const body = { email: 'owner@example.com', password };
    const { status } = await ask(gateway, '/app/session', { method: 'POST', body });
    expect(status).toBe(200);
    await isDeleted();
  });
});

describe('the file with the first key', () => {
  it('is deleted after the first use of the key, also by a gateway that started later, and not before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-access-'));
    const file = join(folder, 'first-access.txt');
    const gateway = await startGatewayWorld();
    const access = { accountId: 1, email: 'a@b', apiKey: gateway.apiKey, password: null, setupUrl: null };
    handOverFirstAccess(access, { stdout: { write: () => true }, folder: () => folder });
    await deleteUsedFirstAccess(async () => false);
    expect(existsSync(file)).toBe(true);
    await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(gateway.apiKey) });
    await eventually(
      () => existsSync(file),
      (exists) => !exists,
      'the file to be deleted',
    );

    writeFileSync(file, `  API key   ${gateway.apiKey}\n`);
    keepFirstAccessOf(folder);
    await eventually(
      () => existsSync(file),
      (exists) => !exists,
      'the file of an earlier start to be deleted',
    );
    rmSync(folder, { recursive: true });
    await gateway.close();
  });
});

/** The process is the one of a container: its stdout is not a terminal, and somebody collects it. */
describe('the process of a gateway that starts on an empty database', () => {
  let gateway: GatewayWorld;

  beforeAll(async () => {
    gateway = await startGatewayWorld();
    await gateway.world.admin.query(
      'truncate gateway.accounts, gateway.sub_accounts, gateway.users, gateway.keys restart identity cascade',
    );
  });
  afterAll(() => gateway.close());

  it('writes the first key, password and setup link to a file, and none of them to its log, stdout or stderr', async () => {
    let output = '';
    const settings = { ...gateway.settings, BOOTSTRAP_API_KEY: '', LOG_LEVEL: 'trace' };
    const child = await startServiceProcess(
      join(__dirname, '../main.ts'),
      settings,
      (text) => (output += text),
    );
    try {
      const file = /Its credentials are in (\S+first-access\.txt) until/.exec(output)?.[1] as string;
      const given = readFileSync(file, 'utf8');
      rmSync(dirname(file), { recursive: true });
      const key = /API key +(rk_\w{40})/.exec(given)?.[1] as string;
      const password = /Password +(\w{20})/.exec(given)?.[1] as string;
      const token = /Setup +\S+\/app\/setup#t=([\w-]{43})$/m.exec(given)?.[1] as string;
      const url = /Listening on (http:[^"]+)/.exec(output)?.[1] as string;
      expect((await fetch(`${url}/public/v1/hello`, { headers: basic(key) })).status).toBe(200);
      const body = JSON.stringify({ email: 'admin@localhost', password });
      const headers = { ...basic(key), 'content-type': 'application/json' };
      const link = await fetch(`${url}/public/v1/login/get_url`, { method: 'POST', headers, body });
      expect(link.status).toBe(200);
      child.kill('SIGTERM');
      await once(child, 'close');
      expect(output).toContain('Created the first account');
      expect(output).toContain('"route":"/public/v1/login/get_url"');
      for (const secret of [key, password, token, basic(key).authorization])
        expect(output).not.toContain(secret);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
