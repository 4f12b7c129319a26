import { isDeepStrictEqual } from 'node:util';
import { Module, type OnModuleInit } from '@nestjs/common';
import { type HttpResult, eventually, startWorld, type World } from '@plaudit/testing';
import { ServiceEnv } from '../env/service-env';
import { defineService } from '../service/define-service';
import { ReadinessRegistry } from './readiness';

/** What the feature below says of itself. */
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
  summary: 'A service with something that can fail',
  env: ServiceEnv,
  module: FeatureModule,
  entities: [],
  migrations: [],
});

describe('health', () => {
  let world: World;
  const live = () => world.anonymous().get('reviews', '/health/live');
  const ready = () => world.anonymous().get('reviews', '/health/ready');
  /** What is not ready but for a moment: on a machine that stands still the database may take 2 s to answer. */
  const notReady = async (...names: string[]): Promise<HttpResult['body']> => {
    const named = ({ status, body }: HttpResult) =>
      status === 503 && isDeepStrictEqual(Object.keys(body.error), names);
    return (await eventually(ready, named, `only ${names.join()} not to be ready`)).body;
  };

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: service }] });
  });
  beforeEach(() => {
    feature.check = () => Promise.resolve(null);
  });
  afterAll(() => world.close());

  it('is good when everything is', async () => {
    expect(await live()).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await eventually(ready, ({ status }) => status === 200, 'the service to be ready')).toMatchObject({
      body: { status: 'ok', details: { database: { status: 'up' }, feature: { status: 'up' } } },
    });
  });

  it('names what a feature lacks', async () => {
    feature.check = () => Promise.resolve('the index is being rebuilt');
    expect(await notReady('feature')).toMatchObject({
      status: 'error',
      error: { feature: { reason: 'the index is being rebuilt' } },
    });
  });

  it('counts a check that throws as a reason, also without a message', async () => {
    feature.check = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    expect((await notReady('feature')).error).toEqual({
      feature: { status: 'down', reason: 'ECONNREFUSED' },
    });
  });

  it('does not wait for a check that hangs', async () => {
    feature.check = () => new Promise(() => {});
    expect((await notReady('feature')).error).toEqual({
      feature: { status: 'down', reason: 'no answer within 2000 ms' },
    });
  });

  it('is not ready without its database, lives on, and is ready again after', async () => {
    const { pathname } = new URL(world.databaseUrl('reviews'));
    const database = pathname.slice(1);
    await world.admin.query(`revoke connect on database ${database} from plaudit_reviews`);
    await world.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plaudit_reviews' and datname = $1",
      [database],
    );
    const missed = ({ status, body }: HttpResult) =>
      status === 503 && /permission denied|terminat/.test(String(body.error.database?.reason));
    await eventually(ready, missed, 'the service to miss its database, and to say why');
    expect(await live()).toMatchObject({ status: 200 });
    await world.admin.query(`grant connect on database ${database} to plaudit_reviews`);
    await eventually(ready, ({ status }) => status === 200, 'the service to be ready again');
  });
});
