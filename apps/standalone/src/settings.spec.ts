import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from './settings';

describe('readSettings', () => {
  const DATABASE_DIRECT_URL = 'postgres://admin@db:5432/plaudit';
  let DATA_DIR: string;

  beforeAll(() => {
    DATA_DIR = mkdtempSync(join(tmpdir(), 'plaudit-settings-'));
  });
  afterAll(() => rmSync(DATA_DIR, { recursive: true }));

  it('refuses a certificate for Postgres while it starts the embedded one', () => {
    expect(() => readSettings({ DATA_DIR, DATABASE_TLS_CA: '/etc/ca.pem' })).toThrow(
      'DATABASE_TLS_CA is set, but DATABASE_URL is not',
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
