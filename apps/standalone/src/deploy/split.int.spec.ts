import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { DURABLES, reviewCreated, type ServiceName, urlVariable } from '@plaudit/contracts';
import { provisionDatabase, serviceDatabaseUrl } from '@plaudit/database';
import { applyTopology } from '@plaudit/events';
import { type RunningServices, startServices } from '@plaudit/runtime';
import {
  cloneDatabase,
  EventRecorder,
  eventually,
  type GuardedNats,
  RecordedLogs,
  startGuardedNats,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
} from '@plaudit/testing';
import { ALL_SERVICES } from '../services';
import { alertRules, increasesIn, metricsIn } from './alerts.suite';
import { freshEnv, readCompose } from './compose.suite';

const API_KEY = `rk_${'k'.repeat(40)}`;

/**
 * Uses the environments of the compose file, so each service has its own role, NATS user and key. Unlike compose it runs one
 * process, with free ports of this machine and the passwords of the test servers.
 */
describe('services with the settings of the compose file', () => {
  let nats: GuardedNats;
  let database: TestDatabase;
  let services: RunningServices;
  const logs = new RecordedLogs();

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    nats = await startGuardedNats();
    database = await cloneDatabase();
    await provisionDatabase({
      adminUrl: database.adminUrl,
      services: ALL_SERVICES.map(({ name }) => ({ name, password: TEST_ROLE_PASSWORD })),
      timeoutFactor: 20,
    });
    await applyTopology(nats.urlOf('admin'));
    const compose = readCompose({ ...freshEnv(), BOOTSTRAP_API_KEY: API_KEY });
    services = await startServices(
      ALL_SERVICES.map((definition) => {
        const { name } = definition;
        return { definition, settings: { ...compose.services[name]!.environment, ...here(name) } };
      }),
    );
  });
  afterAll(async () => {
    await services.close();
    await nats.stop();
    await database.drop();
  });

  function here(name: ServiceName): Record<string, string> {
    const addresses = ALL_SERVICES.map((definition) => [urlVariable(definition.name), '']);
    return {
      ...(Object.fromEntries(addresses) as Record<string, string>),
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      SHUTDOWN_GRACE_SECONDS: '0',
      DATABASE_URL: serviceDatabaseUrl(database.adminUrl, name, TEST_ROLE_PASSWORD),
      NATS_URL: nats.urlOf(name),
    };
  }

  async function metric(name: string): Promise<Map<string, number>> {
    const text = await (await fetch(services.metricsUrl)).text();
    const lines = text.matchAll(
      new RegExp(`^\\w*${name}\\{.*durable="(\\w+)",stream="(\\w+)".*\\} (\\d+)$`, 'gm'),
    );
    return new Map(
      [...lines].map(([, durable, stream, value]) => [`${durable} of ${stream}`, Number(value)]),
    );
  }

  it('are all ready and pull from every durable', async () => {
    for (const { name } of ALL_SERVICES) {
      const ready = await eventually(
        () => fetch(`${services.url(name)}/health/ready`),
        ({ status }) => status === 200,
        `${name} to be ready`,
      );
      expect(await ready.json()).toMatchObject({ status: 'ok' });
    }
    await eventually(
      () => metric('consumer_pulling'),
      (pulling) => DURABLES.every(({ stream, name }) => pulling.get(`${name} of ${stream}`) === 1),
      'every durable to be pulled from',
    );
  });

  it('pass a request between services and its event to every consumer', async () => {
    const recorder = await EventRecorder.start(nats.urlOf('admin'), 'review.>');
    const text = randomBytes(8).toString('hex');
    const added = await fetch(`${services.url('gateway')}/public/v1/reviews/add`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from_name: 'Ida', text, posted_on: '2026-01-02' }),
    });
    expect(added.status).toBe(200);
    const [event] = await recorder.waitFor(reviewCreated);
    expect(event?.data.text).toBe(text);
    const fed = DURABLES.filter(({ stream, noun }) => stream === 'EVENTS' && noun === 'review');
    await eventually(
      () => metric('consumer_handled_total'),
      (handled) => fed.every(({ name }) => (handled.get(`${name} of EVENTS`) ?? 0) > 0),
      'every durable for reviews to have handled the event',
    );
    await recorder.close();
  });

  it('export every metric that the alert rules name, and keep the streams', async () => {
    const text = await eventually(
      async () => (await fetch(services.metricsUrl)).text(),
      (exported) => exported.includes('stream_fill_ratio{stream="EVENTS",service="gateway"}'),
      'the gateway to keep the streams',
    );
    const exported = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const named = alertRules().flatMap(({ expr }) => metricsIn(expr));
    expect(named.filter((name) => !exported.has(name.replace(/_count$/, '')))).toEqual([]);
    // Prometheus sees no increase in a series that begins above 0.
    const counters = alertRules().flatMap(({ expr }) => increasesIn(expr));
    expect(counters).toContain('counter_drift_total');
    expect(counters.filter((name) => !text.includes(`\n${name}{`))).toEqual([]);
  });

  it('send NATS no request that their users may not send, and log no error', () => {
    expect(nats.log().match(/.*Violation.*/g) ?? []).toEqual([]);
    expect(logs.errors()).toEqual([]);
  });
});
