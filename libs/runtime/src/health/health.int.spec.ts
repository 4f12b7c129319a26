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
  /**
   * Waits until the feature's check is the only one that fails, for this reason. A result is used for a second, and if the
   * machine pauses, the database check may also fail for a moment.
   */
  const featureFails = async (reason: string): Promise<void> => {
    const failed = ({ status, body }: HttpResult) =>
      status === 503 && isDeepStrictEqual(body.error, { feature: { status: 'down', reason } });
    await eventually(ready, failed, `only the feature not to be ready, because ${reason}`);
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

  it('names the failed check of a feature and its reason', async () => {
    feature.check = () => Promise.resolve('the index is being rebuilt');
    await expect(featureFails('the index is being rebuilt')).resolves.toBeUndefined();
  });

  it('reports the error code of a check that throws without a message', async () => {
    feature.check = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    await expect(featureFails('ECONNREFUSED')).resolves.toBeUndefined();
  });

  it('reports a check that hangs as failed after 2 s', async () => {
    feature.check = () => new Promise(() => {});
    await expect(featureFails('the check did not finish within 2000 ms')).resolves.toBeUndefined();
  });

  it('runs the checks at most once a second, however many requests arrive', async () => {
    let runs = 0;
    feature.check = () => Promise.resolve(null).finally(() => (runs += 1));
    await eventually(ready, () => runs > 0, 'the checks to run');
    const [before, from] = [runs, Date.now()];
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, ready));
    expect(runs - before).toBeLessThanOrEqual(1 + Math.floor((Date.now() - from) / 1_000));
  });

  it('reports a lost database as not ready but alive, and recovers with the database', async () => {
    const { pathname } = new URL(world.databaseUrl('reviews'));
    const database = pathname.slice(1);
    await world.admin.query(`revoke connect on database ${database} from plaudit_reviews`);
    await world.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plaudit_reviews' and datname = $1",
      [database],
    );
    const isDown = ({ status, body }: HttpResult) =>
      status === 503 && /permission denied|terminat/.test(String(body.error.database?.reason));
    await eventually(ready, isDown, 'the database check to fail with a reason');
    expect(await live()).toMatchObject({ status: 200 });
    await world.admin.query(`grant connect on database ${database} to plaudit_reviews`);
    await eventually(ready, ({ status }) => status === 200, 'the service to be ready again');
  });
});
