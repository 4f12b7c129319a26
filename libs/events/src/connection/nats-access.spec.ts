import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '@plaudit/testing';
import { natsAccess, natsProblems } from './nats-access';

describe('natsAccess', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-nats-access-'));
  const files = writeFiles(folder, { text: 'hello\n', pem: '-----BEGIN CERTIFICATE-----\n' });
  const NATS_URL = 'nats://bus:4222';
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['ws://bus:80', 'wss://bus', 'nats://bus:4222, WSS://bus:443'])(
    'refuses %s, which is WebSocket',
    (url) => {
      expect(() => natsAccess({ NATS_URL: url })).toThrow(
        'NATS_URL must begin with nats:// or tls://; nats.js for Node does not support WebSocket',
      );
    },
  );

  it.each(['', 'bus:4222', 'http://bus', 'nats://'])('refuses "%s", which is no address of NATS', (url) => {
    expect(() => natsAccess({ NATS_URL: url })).toThrow('NATS_URL must be a URL such as nats://host:4222');
  });

  it.each(['nats://user:50%@bus', 'nats://100%zz@bus', 'nats://bus, nats://user:%ff@bus'])(
    'refuses %s, whose credentials cannot be decoded, without repeating it',
    (url) => {
      expect(() => natsAccess({ NATS_URL: url })).toThrow(
        /^The user and the password in NATS_URL must be percent-encoded; write % as %25$/,
      );
    },
  );

  it('counts empty variables as unset', () => {
    const access = natsAccess({ NATS_URL, NATS_CREDS: '', NATS_TLS_CA: '', NATS_JETSTREAM_DOMAIN: '' });
    expect(Object.entries(access).filter(([, value]) => value !== undefined)).toEqual([['url', NATS_URL]]);
  });

  it.each([
    [
      'a file that is missing',
      { NATS_TLS_CA: '/nowhere/ca.pem' },
      'NATS_TLS_CA: cannot read /nowhere/ca.pem: ENOENT',
    ],
    ['a file of another kind', { NATS_TLS_CA: files.text }, `NATS_TLS_CA: ${files.text} is not a PEM file`],
    [
      'a certificate without its key',
      { NATS_TLS_CERT: files.pem },
      'NATS_TLS_CERT and NATS_TLS_KEY belong together; set both',
    ],
    [
      'a file without credentials',
      { NATS_CREDS: files.text },
      `NATS_CREDS: ${files.text} is not a .creds file with a user JWT and its NKey seed`,
    ],
    [
      'a file without a seed',
      { NATS_NKEY_SEED_FILE: files.text },
      `NATS_NKEY_SEED_FILE: ${files.text} does not contain the seed of a user, which begins with SU`,
    ],
    [
      'a domain beside a prefix',
      { NATS_JETSTREAM_DOMAIN: 'hub', NATS_API_PREFIX: 'plaudit.js' },
      'NATS_JETSTREAM_DOMAIN and NATS_API_PREFIX exclude each other; set one',
    ],
    [
      'a domain of two words',
      { NATS_JETSTREAM_DOMAIN: 'two words' },
      'NATS_JETSTREAM_DOMAIN must be one word such as hub',
    ],
    [
      'a prefix with a wildcard',
      { NATS_API_PREFIX: 'plaudit.>' },
      'NATS_API_PREFIX must be a subject such as plaudit.js',
    ],
  ])('reports %s', (_name, variables, problem) => {
    expect(natsProblems({ NATS_URL, ...variables })).toEqual([problem]);
    expect(() => natsAccess({ NATS_URL, ...variables })).toThrow(problem);
  });

  it('refuses two ways to log in', () => {
    const both = { NATS_CREDS: files.text, NATS_NKEY_SEED_FILE: files.text };
    expect(natsProblems(both)).toContain('NATS_NKEY_SEED_FILE and NATS_CREDS exclude each other; set one');
  });
});
