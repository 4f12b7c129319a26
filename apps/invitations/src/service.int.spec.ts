import { eventually, startWorld, type World } from '@plaudit/testing';
import { invitationsService } from './service';

describe('invitationsService', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } }],
    });
  });
  afterAll(async () => world.close());

  it('starts with the tables that every service has, and becomes ready', async () => {
    const tables = await world.admin.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'invitations'",
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['idempotency_keys', 'inbox', 'migrations', 'outbox', 'outbox_sent']),
    );
    await eventually(
      () => world.anonymous().get('invitations', '/health/ready'),
      ({ status }) => status === 200,
      'the service to be ready',
    );
    expect(world.logs.errors()).toEqual([]);
  });
});
