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

  it('responds with 404 to a public path, because it has no public operation yet', async () => {
    const { status, headers, body } = await world.as().get('ai', '/public/v1/channels/ai/insights/1');
    expect({ status, body }).toEqual({
      status: 404,
      body: {
        success: false,
        code: 'not_found',
        msg: 'There is no GET /public/v1/channels/ai/insights/1 in this API.',
        request_id: headers.get('x-request-id'),
      },
    });
  });
});
