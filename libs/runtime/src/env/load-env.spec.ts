import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { IsOptional, IsString, Min } from 'class-validator';
import { EnvBoolean, EnvNumber, EnvServiceUrl } from './env-decorators';
import { EnvError, loadEnv, printableEnv } from './load-env';
import { ServiceEnv } from './service-env';

class SampleEnv extends ServiceEnv {
  @EnvServiceUrl() REVIEWS_URL: string;
  @EnvNumber() @Min(1) SAMPLE_SECONDS = 1.5;
  @EnvBoolean() SAMPLE_JITTER = true;
  @EnvNumber() SAMPLE_KEYS_PER_MINUTE = 20;
  @IsOptional() @IsString() SAMPLE_HOOK?: string;
}

const COMPLETE = {
  DATABASE_URL: 'postgres://plaudit_reviews:hunter2@db/plaudit',
  NATS_URL: 'nats://token@bus:4222',
  PRINCIPAL_PUBLIC_KEYS: 'A'.repeat(43),
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  REVIEWS_URL: 'http://reviews:3000',
};

function problemsOf(settings: Record<string, string | undefined>): readonly string[] {
  try {
    loadEnv('reviews', SampleEnv, settings);
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems;
  }
}

describe('loadEnv', () => {
  it('fills in defaults', () => {
    expect(loadEnv('reviews', SampleEnv, COMPLETE)).toMatchObject({
      ...COMPLETE,
      HOST: '127.0.0.1',
      PORT: 0,
      DATABASE_POOL: 5,
      ALLOW_LOOPBACK: false,
      LOG_LEVEL: 'info',
      SAMPLE_SECONDS: 1.5,
      SAMPLE_JITTER: true,
    });
  });

  it('treats an empty variable as unset', () => {
    const env = loadEnv('reviews', SampleEnv, { ...COMPLETE, PORT: '', SAMPLE_HOOK: '', HOST: undefined });
    expect(env).toMatchObject({ PORT: 0, HOST: '127.0.0.1' });
    expect(env.SAMPLE_HOOK).toBeUndefined();
  });

  it('refuses lists and addresses of OpenTelemetry of another form, without repeating a header', () => {
    const problems = problemsOf({
      ...COMPLETE,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '2',
      OTEL_RESOURCE_ATTRIBUTES: 'a=%zz',
    });
    expect(problems).toHaveLength(6);
    expect(problems.join()).toContain(
      'OTEL_EXPORTER_OTLP_HEADERS must be a list such as name=value,name=value',
    );
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each(['http://user:pass@collector:4318', 'http://[collector', 'http://collector/?a=1'])(
    'refuses the address %j of a collector without repeating it',
    (OTEL_EXPORTER_OTLP_ENDPOINT) =>
      expect(problemsOf({ ...COMPLETE, OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual([
        'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL without user and password, such as http://collector:4318',
      ]),
  );

  it('names the variable and the entry of a service address that is no origin', () => {
    expect(problemsOf({ ...COMPLETE, REVIEWS_URL: 'http://a:3000,b:3000' })).toEqual([
      'REVIEWS_URL must have origins such as http://reviews:3000, separated by commas; "b:3000" is none',
    ]);
    expect(problemsOf({ ...COMPLETE, REVIEWS_URL: undefined })).toEqual([
      'REVIEWS_URL is not set: REVIEWS_URL must have origins such as http://reviews:3000, separated by commas',
    ]);
  });

  it.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('reads %s as a boolean', (text, value) => {
    expect(loadEnv('reviews', SampleEnv, { ...COMPLETE, SAMPLE_JITTER: text }).SAMPLE_JITTER).toBe(value);
  });

  it('reads numbers', () => {
    const env = loadEnv('reviews', SampleEnv, { ...COMPLETE, PORT: '8080', SAMPLE_SECONDS: '2.25' });
    expect(env).toMatchObject({ PORT: 8080, SAMPLE_SECONDS: 2.25 });
  });

  it.each(['ten', '0x10', '1e3', ' ', '5s', 'Infinity', 'NaN'])('refuses "%s" as a number', (text) => {
    const [problem] = problemsOf({ ...COMPLETE, SAMPLE_SECONDS: text });
    expect(problem).toBe(`SAMPLE_SECONDS must be a number, not "${text}"`);
  });

  it.each(['yes', 'on', '2'])('refuses "%s" as a boolean', (text) => {
    expect(problemsOf({ ...COMPLETE, SAMPLE_JITTER: text })).toEqual([
      `SAMPLE_JITTER must be true or false, not "${text}"`,
    ]);
  });

  it('reports all problems together and says which variables are not set', () => {
    const problems = problemsOf({
      PORT: '70000',
      SAMPLE_JITTER: 'maybe',
      SECRETS_KEY: 'short',
      LOG_LEVEL: 'loud',
    });
    const about = (name: string) => problems.find((problem) => problem.startsWith(name));
    expect(problems).toHaveLength(8);
    expect(about('DATABASE_URL')).toBe('DATABASE_URL is not set: DATABASE_URL must be a postgres:// URL');
    expect(about('NATS_URL')).toContain('is not set');
    expect(about('PRINCIPAL_PUBLIC_KEYS')).toContain('is not set');
    expect(about('REVIEWS_URL')).toContain('is not set');
    expect(about('PORT')).toBe('PORT must not be greater than 65535');
    expect(about('SAMPLE_JITTER')).toBeDefined();
    expect(about('SECRETS_KEY')).toMatch(/^SECRETS_KEY: a secrets key must be 32 bytes/);
    expect(about('LOG_LEVEL')).toContain('one of');
  });

  it('names the service and every problem in its message', () => {
    expect(() => loadEnv('reviews', SampleEnv, { ...COMPLETE, PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
      /^reviews cannot start, its environment is wrong:\n {2}- .*\n {2}- .*$/,
    );
  });

  it('refuses a WebSocket URL of NATS, and names the settings whose files it cannot read', () => {
    expect(problemsOf({ ...COMPLETE, NATS_URL: 'wss://bus' })).toEqual([
      'NATS_URL must begin with nats:// or tls://; nats.js for Node does not support WebSocket',
    ]);
    expect(
      problemsOf({ ...COMPLETE, NATS_CREDS: '/nowhere/a.creds', NATS_TLS_CA: '/nowhere/ca.pem' }),
    ).toEqual([
      'NATS_TLS_CA: cannot read /nowhere/ca.pem: ENOENT',
      'NATS_CREDS: cannot read /nowhere/a.creds: ENOENT',
    ]);
  });

  it('reads a secret from the file that <NAME>_FILE names, and reports only the file if it cannot', () => {
    const { SECRETS_KEY, ...rest } = COMPLETE;
    const SECRETS_KEY_FILE = join(mkdtempSync(join(tmpdir(), 'plaudit-env-')), 'key');
    expect(problemsOf({ ...rest, SECRETS_KEY_FILE })).toEqual([
      `SECRETS_KEY_FILE names ${SECRETS_KEY_FILE}, which cannot be read: ENOENT`,
    ]);
    writeFileSync(SECRETS_KEY_FILE, `${SECRETS_KEY}\n`);
    const env = loadEnv('reviews', SampleEnv, { ...rest, SECRETS_KEY_FILE });
    expect(env.SECRETS_KEY).toBe(SECRETS_KEY);
    expect(printableEnv(env)).toMatchObject({ SECRETS_KEY: 'set' });
    rmSync(dirname(SECRETS_KEY_FILE), { recursive: true });
  });

  it('reports settings of TLS for Postgres that cannot work', () => {
    expect(problemsOf({ ...COMPLETE, DATABASE_TLS_CA: '/nowhere/ca.pem' })).toEqual([
      'DATABASE_TLS_CA: cannot read /nowhere/ca.pem: ENOENT',
    ]);
  });

  it('accepts two public keys, as during a key rotation', () => {
    const two = `${'A'.repeat(43)},${'b'.repeat(43)}`;
    expect(problemsOf({ ...COMPLETE, PRINCIPAL_PUBLIC_KEYS: two })).toEqual([]);
    expect(problemsOf({ ...COMPLETE, PRINCIPAL_PUBLIC_KEYS: `${two},` })).toHaveLength(1);
  });

  it('refuses ALLOW_LOOPBACK in production', () => {
    expect(problemsOf({ ...COMPLETE, ALLOW_LOOPBACK: 'true' })).toEqual([]);
    expect(problemsOf({ ...COMPLETE, NODE_ENV: 'production' })).toEqual([]);
    expect(problemsOf({ ...COMPLETE, NODE_ENV: 'production', ALLOW_LOOPBACK: 'true' })).toEqual([
      'ALLOW_LOOPBACK must not be set when NODE_ENV is production',
    ]);
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '10.0.0.7'],
    ['HOST', 'reviews'],
    ['HOST', '127.0.0.1.example.com'],
    ['PUBLIC_URL', 'https://reviews.example.com'],
    ['PUBLIC_URL', 'http://192.168.1.5:8080'],
    ['PUBLIC_URL', 'http://localhost.example.com'],
  ])('refuses ALLOW_LOOPBACK while %s is %s, whatever NODE_ENV says', (name, value) => {
    for (const NODE_ENV of ['development', 'test', undefined]) {
      const problems = problemsOf({ ...COMPLETE, NODE_ENV, ALLOW_LOOPBACK: 'true', [name]: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(
        new RegExp(`^ALLOW_LOOPBACK must not be set while .*${name} is .*, which others can reach`),
      );
      expect(problems[0]).toContain('OUTBOUND_ALLOW_HOSTS');
    }
    expect(problemsOf({ ...COMPLETE, [name]: value })).toEqual([]);
  });

  it.each([
    ['localhost', 'http://localhost:8080'],
    ['127.0.0.1', 'http://127.0.0.5'],
    ['::1', 'http://[::1]:8080'],
  ])('accepts ALLOW_LOOPBACK with the HOST %s and the PUBLIC_URL %s', (HOST, PUBLIC_URL) => {
    expect(problemsOf({ ...COMPLETE, ALLOW_LOOPBACK: 'true', HOST, PUBLIC_URL })).toEqual([]);
  });

  it('drops variables that the service does not declare', () => {
    expect(loadEnv('reviews', SampleEnv, { ...COMPLETE, PATH: '/bin' })).not.toHaveProperty('PATH');
  });
});

describe('printableEnv', () => {
  const printed = (more: Record<string, string> = {}) =>
    printableEnv(loadEnv('reviews', SampleEnv, { ...COMPLETE, AWS_SESSION: 'private', ...more }));

  it('shows the effective settings, including defaults', () => {
    expect(printed({ PORT: '81' })).toMatchObject({
      PORT: 81,
      HOST: '127.0.0.1',
      ALLOW_LOOPBACK: false,
      SAMPLE_SECONDS: 1.5,
      SAMPLE_KEYS_PER_MINUTE: 20,
      SAMPLE_HOOK: 'unset',
      REVIEWS_URL: 'http://reviews:3000',
    });
  });

  it('shows secrets only as set or unset', () => {
    expect(printed()).toMatchObject({
      DATABASE_URL: 'set',
      NATS_URL: 'set',
      SECRETS_KEY: 'set',
      SECRETS_KEY_PREVIOUS: 'unset',
      PRINCIPAL_PUBLIC_KEYS: 'set',
    });
    expect(printed({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2' })).toMatchObject({
      OTEL_EXPORTER_OTLP_HEADERS: 'set',
    });
    expect(printed({ SAMPLE_HOOK: 'https://user:hunter2@example.com/' })).toMatchObject({
      SAMPLE_HOOK: 'set',
    });
    expect(printed({ SAMPLE_HOOK: 'Bakery <owner@example.com>' })).toMatchObject({ SAMPLE_HOOK: 'set' });
  });

  it('shows no other variable of the process', () => {
    expect(JSON.stringify(printed())).not.toMatch(/hunter2|private|token@/);
  });
});
