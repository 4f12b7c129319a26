import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { resolvedEnvironment, resolveSettings } from './resolve-settings';

const SECRET = 'postgres://plaudit_ai:hunter2@db/plaudit';
const PEM = '-----BEGIN CERTIFICATE-----\n';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plaudit-settings-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function fileWith(text: string, name = 'secret'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const problemsOf = (settings: Record<string, string>): string[] => resolveSettings(settings).problems;

describe('a secret in a file', () => {
  it.each([
    ['without a line break', SECRET],
    ['with a line break', `${SECRET}\n`],
    ['with a line break of Windows', `${SECRET}\r\n`],
  ])('is read %s at its end', (_case, text) => {
    expect(resolvedEnvironment({ DATABASE_URL_FILE: fileWith(text), PORT: '80' })).toEqual({
      DATABASE_URL: SECRET,
      PORT: '80',
    });
  });

  it('keeps every other white space', () => {
    const path = fileWith(' a b \n\n');
    expect(resolvedEnvironment({ BOOTSTRAP_PASSWORD_FILE: path })).toEqual({ BOOTSTRAP_PASSWORD: ' a b \n' });
  });

  it.each([
    'DATABASE_DIRECT_URL',
    'DATABASE_ADMIN_URL',
    'NATS_URL',
    'SECRETS_KEY',
    'SECRETS_KEY_PREVIOUS',
    'BOOTSTRAP_API_KEY',
    'OTEL_EXPORTER_OTLP_HEADERS',
    ...SERVICE_NAMES.map((name) => `${name.toUpperCase()}_DATABASE_PASSWORD`),
  ])('can be %s', (name) => {
    expect(resolvedEnvironment({ [`${name}_FILE`]: fileWith('value') })).toEqual({ [name]: 'value' });
  });

  it('is refused beside the setting itself, and used if that is empty', () => {
    const path = fileWith(SECRET);
    expect(problemsOf({ DATABASE_URL: SECRET, DATABASE_URL_FILE: path })).toEqual([
      'DATABASE_URL_FILE and DATABASE_URL are both set; set one',
    ]);
    expect(resolvedEnvironment({ DATABASE_URL: '', DATABASE_URL_FILE: path })).toEqual({
      DATABASE_URL: SECRET,
    });
  });

  it('is refused if the file is absent, no file, empty or too large', () => {
    const missing = join(folder, 'missing');
    const empty = fileWith('\n', 'empty');
    const large = fileWith('x'.repeat(65_537), 'large');
    expect(
      problemsOf({
        DATABASE_URL_FILE: missing,
        NATS_URL_FILE: folder,
        SECRETS_KEY_FILE: empty,
        BOOTSTRAP_API_KEY_FILE: large,
      }),
    ).toEqual([
      `DATABASE_URL_FILE names ${missing}, which cannot be read: ENOENT`,
      `NATS_URL_FILE names ${folder}, which is not a file`,
      `SECRETS_KEY_FILE names ${empty}, which is empty`,
      `BOOTSTRAP_API_KEY_FILE names ${large}, which is larger than 65536 bytes`,
    ]);
    const largest = fileWith('x'.repeat(65_536), 'largest');
    expect(problemsOf({ BOOTSTRAP_API_KEY_FILE: largest })).toEqual([]);
  });

  it('leaves settings alone whose own name ends in _FILE', () => {
    const settings = { NATS_NKEY_SEED_FILE: '/nowhere', OTHER_FILE: '/nowhere' };
    expect(resolvedEnvironment(settings)).toEqual(settings);
  });
});

describe('the settings of TLS for Postgres', () => {
  const host = 'postgres://a:b@db:5432/plaudit';

  function tls(): Record<string, string> {
    return {
      DATABASE_TLS_CA: fileWith(PEM, 'ca file.pem'),
      DATABASE_TLS_CERT: fileWith(PEM, 'own.pem'),
      DATABASE_TLS_KEY: fileWith('-----BEGIN PRIVATE KEY-----\n', 'own.key'),
    };
  }

  it('add the files and the check of the host name to every URL of Postgres', () => {
    const files = tls();
    const urls = { DATABASE_URL: host, DATABASE_DIRECT_URL: host, DATABASE_ADMIN_URL: `${host}?options=x` };
    const settings = resolvedEnvironment({ ...urls, ...files, NATS_URL: 'nats://bus' });
    for (const name of Object.keys(urls)) {
      expect(Object.fromEntries(new URL(settings[name]!).searchParams)).toMatchObject({
        sslmode: 'verify-full',
        sslrootcert: files['DATABASE_TLS_CA'],
        sslcert: files['DATABASE_TLS_CERT'],
        sslkey: files['DATABASE_TLS_KEY'],
      });
    }
    expect(settings).toMatchObject({ ...files, NATS_URL: 'nats://bus' });
    expect(resolvedEnvironment(settings)).toEqual(settings);
  });

  it('also apply to a URL in a file, and leave URLs alone if they are not set', () => {
    const { DATABASE_TLS_CA } = tls();
    const settings = resolvedEnvironment({ DATABASE_URL_FILE: fileWith(host), DATABASE_TLS_CA });
    expect(settings['DATABASE_URL']).toContain('sslmode=verify-full');
    expect(resolvedEnvironment({ DATABASE_URL: host })).toEqual({ DATABASE_URL: host });
  });

  it.each([
    'sslmode=disable',
    'sslmode=require',
    'ssl=true',
    'sslrootcert=/other.pem',
    'uselibpqcompat=true',
  ])('refuse a URL with %s', (parameter) => {
    const name = parameter.split('=')[0]!;
    expect(problemsOf({ DATABASE_URL: `${host}?${parameter}`, ...tls() })).toEqual([
      `DATABASE_URL must not contain ${name}, because DATABASE_TLS_CA, DATABASE_TLS_CERT and DATABASE_TLS_KEY replace it; remove ${name} from the URL, or unset those settings`,
    ]);
  });

  it('accept a URL that asks for the same', () => {
    expect(problemsOf({ DATABASE_URL: `${host}?sslmode=verify-full`, ...tls() })).toEqual([]);
  });

  it.each([
    'postgres://a@/plaudit?host=/run/postgresql',
    'postgres://db/plaudit?host=/run',
    'postgres:///plaudit',
    'nonsense',
  ])('refuse the URL %s, which names no host', (url) => {
    expect(problemsOf({ DATABASE_URL: url, ...tls() })).toEqual([
      expect.stringMatching(/^DATABASE_URL must name a host/),
    ]);
  });

  it('refuse a certificate without its key, and files that are no PEM files', () => {
    const { DATABASE_TLS_KEY: _key, ...rest } = tls();
    expect(problemsOf(rest)).toEqual(['DATABASE_TLS_CERT and DATABASE_TLS_KEY belong together; set both']);
    const path = fileWith('hunter2');
    expect(problemsOf({ DATABASE_TLS_CA: path })).toEqual([`DATABASE_TLS_CA: ${path} is not a PEM file`]);
    expect(problemsOf({ DATABASE_TLS_CA: '/nowhere' })).toEqual([
      'DATABASE_TLS_CA: cannot read /nowhere: ENOENT',
    ]);
  });
});
