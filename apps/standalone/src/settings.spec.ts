import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningAddresses } from './running-product';
import { readSettings } from './settings';

describe('readSettings', () => {
  const DATABASE_DIRECT_URL = 'postgres://admin@db:5432/plaudit';
  let DATA_DIR: string;

  beforeAll(() => {
    DATA_DIR = mkdtempSync(join(tmpdir(), 'plaudit-settings-'));
  });
  afterAll(() => rmSync(DATA_DIR, { recursive: true }));

  it('resolves POSTGRES_DIR, and leaves the usual place without it', () => {
    expect(readSettings({ DATA_DIR, POSTGRES_DIR: 'base' }).postgresDir).toBe(join(process.cwd(), 'base'));
    expect(readSettings({ DATA_DIR }).postgresDir).toBeUndefined();
  });

  it('refuses a certificate for Postgres while it starts the embedded one', () => {
    expect(() => readSettings({ DATA_DIR, DATABASE_TLS_CA: '/etc/ca.pem' })).toThrow(
      'DATABASE_TLS_CA is set, but DATABASE_URL is not',
    );
  });

  it('names DATA_DIR if the folder cannot be written', () => {
    const file = join(DATA_DIR, 'file');
    writeFileSync(file, '');
    expect(() => readSettings({ DATA_DIR: join(file, 'data') })).toThrow(
      `DATA_DIR is ${join(file, 'data')}, where this user cannot write (ENOTDIR); set DATA_DIR to a folder of this user`,
    );
  });

  it('names SECRETS_KEY if it is not a key, and does not repeat it', () => {
    expect(() => readSettings({ DATA_DIR, SECRETS_KEY: 'hunter2' })).toThrow(
      /^SECRETS_KEY: a secrets key must be 32 bytes, as base64 or as 64 hex digits [^h]*openssl/,
    );
  });

  it('names the file of the generated key and SECRETS_KEY if the file has no key', () => {
    const folder = join(DATA_DIR, 'broken');
    mkdirSync(folder);
    writeFileSync(join(folder, 'secrets.key'), 'cut');
    expect(() => readSettings({ DATA_DIR: folder })).toThrow(
      `${join(folder, 'secrets.key')} (or set SECRETS_KEY): a secrets key must be 32 bytes`,
    );
  });

  it('does not repeat a URL that is not valid, because it may contain a password', () => {
    expect(() => readSettings({ DATA_DIR, DATABASE_URL: 'mysql://a:hunter2@db' })).toThrow(
      /^DATABASE_URL must be a URL such as postgres:\/\/user:password@host\/database$/,
    );
  });

  it('refuses DATABASE_DIRECT_URL without the database of the services', () => {
    expect(() => readSettings({ DATA_DIR, DATABASE_DIRECT_URL })).toThrow(
      'DATABASE_DIRECT_URL is set, but DATABASE_URL is not',
    );
  });

  it.each(['DATABASE_URL', 'DATABASE_ADMIN_URL'])('accepts DATABASE_DIRECT_URL beside %s', (name) => {
    const pooled = 'postgres://admin@pooler:6432/plaudit';
    expect(readSettings({ DATA_DIR, DATABASE_DIRECT_URL, [name]: pooled })).toMatchObject({
      databaseUrl: pooled,
      directDatabaseUrl: DATABASE_DIRECT_URL,
    });
  });
});

describe('runningAddresses', () => {
  it.each([[{}], [{ DATABASE_URL: 'postgres://admin@db/plaudit', NATS_URL: 'nats://nats' }]])(
    'refuses a folder that does not exist, and does not create it, with the settings %j',
    (settings) => {
      const missing = join(tmpdir(), `plaudit-mistyped-${process.pid}`);
      expect(() => runningAddresses({ ...settings, DATA_DIR: missing }, 'reviews')).toThrow(
        `${missing} does not exist. Set DATA_DIR to the data folder of the running product.`,
      );
      expect(existsSync(missing)).toBe(false);
    },
  );

  it('needs no folder if the environment names everything', () => {
    const env = {
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      DATABASE_URL: 'postgres://admin@db/plaudit',
      NATS_URL: 'nats://nats:4222',
    };
    const folder = mkdtempSync(join(tmpdir(), 'plaudit-settings-'));
    const { databaseUrl } = runningAddresses({ ...env, DATA_DIR: join(folder, 'none') }, 'reviews');
    expect(databaseUrl).toContain('plaudit_reviews');
    rmSync(folder, { recursive: true });
  });
});
