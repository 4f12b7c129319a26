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
  /** Waits until exactly these checks fail. If the machine pauses, the database check may also fail for a moment. */
  const notReady = async (...names: string[]): Promise<HttpResult['body']> => {
    const named = ({ status, body }: HttpResult) =>
      status === 503 && isDeepStrictEqual(Object.keys(body.error), names);
    return (await eventually(ready, named, `only ${names.join()} not to be ready`)).body;
  };

  const reasons = () =>
    world.logs.lines.flatMap(({ context, message }) =>
      context === 'Readiness' ? [String((message as { reason?: string }).reason)] : [],
    );

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
    feature.check = () => Promise.resolve('the index on db.internal:5432 is being rebuilt');
    expect(await notReady('feature')).toMatchObject({
      status: 'error',
      error: { feature: { status: 'down' } },
    });
    await notReady('feature');
    expect(reasons().filter((reason) => reason.includes('being rebuilt'))).toHaveLength(1);
    expect(await (await fetch(world.metricsUrl)).text()).toMatch(
      /readiness_check_failed{.*check="feature".*} 1/,
    );
  });

  it('logs the error code of a check that throws without a message', async () => {
    feature.check = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    await notReady('feature');
    await eventually(reasons, (all) => all.includes('ECONNREFUSED'), 'the reason in the log');
  });

  it('reports a check that hangs as failed after 2 s', async () => {
    feature.check = () => new Promise(() => {});
    await notReady('feature');
    const reason = 'the check did not finish within 2000 ms';
    await eventually(reasons, (all) => all.includes(reason), 'the reason in the log');
  });

  it.each([
    'connect ECONNREFUSED 10.0.0.7:5432',
    'database "plaudit" does not exist',
    'durable widgets__review of stream EVENTS is missing',
    'password authentication failed for user "plaudit_reviews"',
  ])('tells a stranger nothing of the reason "%s"', async (reason) => {
    feature.check = () => Promise.resolve(reason);
    const body = await notReady('feature');
    expect(body.error).toEqual({ feature: { status: 'down' } });
    expect(body.details).toEqual({ ...body.info, feature: { status: 'down' } });
    expect(JSON.stringify(body)).not.toMatch(/\d{2,}|plaudit|widgets__|EVENTS|password/);
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
