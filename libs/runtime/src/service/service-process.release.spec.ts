import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { serviceDatabaseUrl } from '@plaudit/database';
import {
  cloneDatabase,
  eventually,
  serviceTemplate,
  SOURCE_FLAGS,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
} from '@plaudit/testing';
import { probeService } from '../fixtures/probe-service';
import { principalPublicKey } from '../principal/principal-token';

const PROGRAM = join(__dirname, '..', 'fixtures', 'probe.process.ts');

/** The process compiles the service's source first. */
const PATIENCE = { timeoutMs: 90_000 };

/** A service in a separate process. */
class Process {
  output = '';
  exit: number | NodeJS.Signals | undefined;
  private readonly child: ChildProcess;

  constructor(env: Record<string, string>) {
    this.child = spawn(process.execPath, [...SOURCE_FLAGS, PROGRAM], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    // "close", not "exit": at the exit, the pipes may still hold the last lines.
    this.child.on('close', (code, signal) => (this.exit = code ?? signal ?? undefined));
  }

  lines(): Record<string, unknown>[] {
    const whole = this.output.slice(0, this.output.lastIndexOf('\n') + 1);
    return whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  url(): Promise<string> {
    const address = () => /Listening on (http:\/\/[\d.:]+)/.exec(this.output)?.[1] ?? '';
    return eventually(address, Boolean, 'the service to listen', PATIENCE);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  ended(): Promise<number | NodeJS.Signals | undefined> {
    const exit = () => this.exit;
    return eventually(exit, (code) => code !== undefined, 'the process to end', PATIENCE);
  }
}

describe('runService', () => {
  let database: TestDatabase;
  let running: Process | undefined;
  const start = (more: Record<string, string> = {}): Process => {
    const started = new Process({
      DATABASE_URL: serviceDatabaseUrl(database.adminUrl, 'reviews', TEST_ROLE_PASSWORD),
      NATS_URL: 'nats://127.0.0.1:1',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      PRINCIPAL_PUBLIC_KEYS: principalPublicKey(randomBytes(32)),
      SHUTDOWN_GRACE_SECONDS: '0',
      ...more,
    });
    running = started;
    return started;
  };

  beforeAll(async () => {
    database = await cloneDatabase({ template: await serviceTemplate([probeService]) });
  });
  afterEach(() => running?.kill('SIGKILL'));
  afterAll(() => database.drop());

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops in order on %s, with exit code 0 and no error logged',
    async (signal) => {
      const service = start();
      const url = await service.url();
      await eventually(
        () => fetch(`${url}/health/ready`),
        ({ status }) => status === 200,
        'the service to be ready',
      );
      service.kill(signal);
      expect(await service.ended()).toBe(0);
      const lines = service.lines();
      expect(lines.map(({ msg }) => msg)).toEqual(
        expect.arrayContaining([`Received ${signal}, stopping the process`, 'Stopped the service']),
      );
      expect(lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    },
  );

  it('serves requests after SIGTERM while the grace lasts, is alive but not ready, and ends at a second SIGTERM', async () => {
    const service = start({ SHUTDOWN_GRACE_SECONDS: '300' });
    const url = await service.url();
    const get = async (path: string) => {
      const { status, headers } = await fetch(url + path);
      return [status, headers.get('connection')];
    };
    expect(await get('/public/v1/probe/open')).toEqual([200, 'keep-alive']);
    service.kill('SIGTERM');
    await eventually(
      () => get('/health/ready'),
      ([status, connection]) => status === 503 && connection === 'close',
      'the service not to be ready',
    );
    const paths = ['/health/live', '/health/startup', '/public/v1/probe/open', '/none'];
    expect(await Promise.all(paths.map(get))).toEqual(
      [200, 200, 200, 404].map((status) => [status, 'close']),
    );
    const endedBySignal = () => (service.kill('SIGTERM'), service.exit);
    // One that arrives within a second counts as the same signal.
    await eventually(endedBySignal, (exit) => exit === 1, 'a second SIGTERM to end the process');
  });

  it('logs every problem of the environment in one line and exits with 1', async () => {
    const service = start({ PORT: 'http', LOG_LEVEL: 'loud', SECRETS_KEY: 'short' });
    expect(await service.ended()).toBe(1);
    const fatal = service.lines().filter(({ level }) => level === 'fatal');
    expect(fatal).toHaveLength(1);
    for (const name of ['PORT', 'LOG_LEVEL', 'SECRETS_KEY']) expect(fatal[0]?.msg).toContain(`- ${name}`);
  });

  it('exits with 1 if Postgres refuses its password', async () => {
    const service = start({ DATABASE_URL: serviceDatabaseUrl(database.adminUrl, 'reviews', 'wrong') });
    expect(await service.ended()).toBe(1);
    expect(service.lines().at(-1)).toMatchObject({
      level: 'fatal',
      err: { message: expect.stringContaining('password authentication failed') },
    });
  });

  it('logs an error that nothing caught without the values of its statement and exits with 1', async () => {
    const service = start();
    await fetch(`${await service.url()}/public/v1/probe/uncaught`);
    expect(await service.ended()).toBe(1);
    expect(service.lines().at(-1)).toMatchObject({
      level: 'fatal',
      err: { type: 'QueryFailedError', message: 'invalid input syntax for type integer: "…"', code: '22P02' },
    });
    expect(service.output).not.toContain('hunter2');
  });

  it('adds the service and the request to every log line of a request', async () => {
    const service = start();
    const url = await service.url();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1', traceparent };
    await fetch(`${url}/public/v1/probe/open-context`, { method: 'POST', headers, body: '{}' });
    const line = await eventually(
      () => service.lines().find(({ msg }) => msg === 'Handled a request'),
      Boolean,
      'the line of the request',
    );
    expect(line).toMatchObject({ service: 'reviews', request_id: 'request-1', trace_id: 'a'.repeat(32) });
    expect(service.lines().find(({ msg }) => msg === 'Starting the service')).toMatchObject({
      service: 'reviews',
      settings: { PORT: 0 },
    });
  });
});
