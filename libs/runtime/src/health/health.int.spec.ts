import { isDeepStrictEqual } from 'node:util';
import { Module, type OnModuleInit } from '@nestjs/common';
import { type HttpResult, eventually, startWorld, type World } from '@plaudit/testing';
import { ServiceEnv } from '../env/service-env';
import { defineService } from '../service/define-service';
import { ReadinessRegistry } from './readiness';

/** The readiness check of the feature below. Tests replace it. */
const feature: { check: () => Promise<string | null> } = { check: () => Promise.resolve(null) };

@Module({})
class FeatureModule implements OnModuleInit {
  constructor(private readonly readiness: ReadinessRegistry) {}

  onModuleInit(): void {
    this.readiness.add({ name: 'feature', check: () => feature.check() });
  }
}

const service = defineService({
  name: 'reviews',
  summary: 'A service with a feature that can fail',
  env: ServiceEnv,
  module: FeatureModule,
  entities: [],
  migrations: [],
});

describe('health endpoints', () => {
  let world: World;
  const live = () => world.anonymous().get('reviews', '/health/live');
  const ready = () => world.anonymous().get('reviews', '/health/ready');
  /** The logged reasons of one check, or of all. A check that passes again is logged without a reason. */
  const reasons = (name?: string) =>
    world.logs.lines.flatMap(({ context, message }) => {
      const { check, reason } = message as { check?: string; reason?: string };
      return context === 'Readiness' && (name ?? check) === check ? [String(reason)] : [];
    });

  /**
   * Waits until the feature's check is the only one that fails, for this reason, and returns the response. A result is used
   * for a second, and if the machine pauses, the database check may also fail for a moment.
   */
  const featureFails = async (reason: string): Promise<HttpResult['body']> => {
    const isDown = ({ status, body }: HttpResult) =>
      status === 503 && isDeepStrictEqual(body.error, { feature: { status: 'down' } });
    const failed = (result: HttpResult) => isDown(result) && reasons('feature').at(-1) === reason;
    return (await eventually(ready, failed, `only the feature not to be ready, because ${reason}`)).body;
  };

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: service }] });
  });
  beforeEach(() => {
    feature.check = () => Promise.resolve(null);
  });
  afterAll(() => world.close());

  it('returns 200 while every check passes', async () => {
    expect(await live()).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await eventually(ready, ({ status }) => status === 200, 'the service to be ready')).toMatchObject({
      body: { status: 'ok', details: { database: { status: 'up' }, feature: { status: 'up' } } },
    });
  });

  it('names the failed check of a feature, and logs its reason once', async () => {
    const reason = 'the index on db.internal:5432 is being rebuilt';
    feature.check = () => Promise.resolve(reason);
    expect(await featureFails(reason)).toMatchObject({
      status: 'error',
      error: { feature: { status: 'down' } },
    });
    await featureFails(reason);
    expect(reasons().filter((logged) => logged === reason)).toHaveLength(1);
    expect(await (await fetch(world.metricsUrl)).text()).toMatch(
      /plaudit_readiness_check_failed{.*check="feature".*} 1/,
    );
  });

  it('logs the error code of a check that throws without a message', async () => {
    feature.check = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    await expect(featureFails('ECONNREFUSED')).resolves.toBeDefined();
  });

  it('reports a check that hangs as failed after 2 s', async () => {
    feature.check = () => new Promise(() => {});
    await expect(featureFails('the check did not finish within 2000 ms')).resolves.toBeDefined();
  });

  it('runs the checks at most once a second, however many requests arrive', async () => {
    let runs = 0;
    feature.check = () => Promise.resolve(null).finally(() => (runs += 1));
    await eventually(ready, () => runs > 0, 'the checks to run');
    const [before, from] = [runs, Date.now()];
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, ready));
    expect(runs - before).toBeLessThanOrEqual(1 + Math.floor((Date.now() - from) / 1_000));
  });

  it.each([
    'connect ECONNREFUSED 10.0.0.7:5432',
    'database "plaudit" does not exist',
    'durable reports__review of stream EVENTS is missing',
    'password authentication failed for user "plaudit_reviews"',
  ])('tells a stranger nothing of the reason "%s"', async (reason) => {
    feature.check = () => Promise.resolve(reason);
    const body = await featureFails(reason);
    expect(body.error).toEqual({ feature: { status: 'down' } });
    expect(body.details).toEqual({ ...body.info, feature: { status: 'down' } });
    expect(JSON.stringify(body)).not.toMatch(/\d{2,}|plaudit|reports__|EVENTS|password/);
  });

  it('reports a lost database as not ready but alive, and recovers with the database', async () => {
    const { pathname } = new URL(world.databaseUrl('reviews'));
    const database = pathname.slice(1);
    await world.admin.query(`revoke connect on database ${database} from plaudit_reviews`);
    await world.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plaudit_reviews' and datname = $1",
      [database],
    );
    const isDown = ({ status, body }: HttpResult) => status === 503 && 'database' in body.error;
    await eventually(ready, isDown, 'the database check to fail');
    const isNamed = (all: string[]) => all.some((reason) => /permission denied|terminat/.test(reason));
    await eventually(async () => (await ready(), reasons()), isNamed, 'the reason in the log');
    expect(await live()).toMatchObject({ status: 200 });
    await world.admin.query(`grant connect on database ${database} to plaudit_reviews`);
    await eventually(ready, ({ status }) => status === 200, 'the service to be ready again');
  });
});
