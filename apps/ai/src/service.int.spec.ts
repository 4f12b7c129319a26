import { eventually, startWorld, type World } from '@plaudit/testing';
import { aiService } from './service';

describe('aiService', () => {
  let world: World;
  beforeAll(async () => (world = await startWorld({ services: [{ definition: aiService }] })));
  afterAll(async () => world.close());

  it('starts with the tables that every service has, and becomes ready', async () => {
    const tables = await world.admin.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'ai'",
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['idempotency_keys', 'inbox', 'migrations', 'outbox', 'outbox_sent']),
    );
    await eventually(
      () => world.anonymous().get('ai', '/health/ready'),
      ({ status }) => status === 200,
      'the service to be ready',
    );
    expect(world.logs.errors()).toEqual([]);
  });
});
