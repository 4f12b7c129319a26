import { eventually, startWorld, type World } from '@plaudit/testing';
import { reportsService } from './service';

describe('reportsService', () => {
  let world: World;
  beforeAll(async () => (world = await startWorld({ services: [{ definition: reportsService }] })));
  afterAll(async () => world.close());

  it('starts with the tables that every service has, and becomes ready', async () => {
    const tables = await world.admin.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'reports'",
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['idempotency_keys', 'inbox', 'migrations', 'outbox', 'outbox_sent']),
    );
    await eventually(
      () => world.anonymous().get('reports', '/health/ready'),
      ({ status }) => status === 200,
      'the service to be ready',
    );
    expect(world.logs.errors()).toEqual([]);
  });

  it('refuses a REPORT_TIMEZONE that Node knows and Postgres does not', async () => {
    const settings = { REPORT_TIMEZONE: 'US/Pacific-New' };
    const start = startWorld({ nats: false, services: [{ definition: reportsService, settings }] });
    await expect(start).rejects.toThrow(
      'reports cannot start, its environment is wrong:\n  - REPORT_TIMEZONE must be a time zone that Postgres knows, such as Europe/Berlin or UTC; it does not know "US/Pacific-New"',
    );
  });

  it('responds with 404 to a path that is not in the API', async () => {
    const { status, headers, body } = await world.as().get('reports', '/public/v1/reports/unknown');
    expect({ status, body }).toEqual({
      status: 404,
      body: {
        success: false,
        code: 'not_found',
        msg: 'There is no GET /public/v1/reports/unknown in this API.',
        request_id: headers.get('x-request-id'),
      },
    });
  });
});
