import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { call, McpWorld, works } from './mcp-world.suite';

describe('an MCP client that invites customers', () => {
  let own: McpWorld;
  let user: Client;
  let stranger: Client;
  let id: number;

  beforeAll(async () => {
    own = await McpWorld.start();
    ({ user, stranger } = own);
    const settings = { name: 'After a visit', followup: { enabled: true } };
    await own.post('/invite/settings/add', { settings });
  });
  afterAll(() => own.close());

  it('adds a request, finds it, reads its history and stops its reminders', async () => {
    const { settings } = await works(user, 'list_invite_settings');
    expect(settings).toMatchObject([{ name: 'After a visit', followups: 3, default: true }]);
    const added = await works(user, 'add_invite_request', {
      recipient: 'lena@example.com',
      name: 'Lena Vogt',
      settings_id: settings[0].id,
    });
    expect(added.request).toMatchObject({ status: 'pending', recipient: 'lena@example.com' });
    ({ id } = added);
    const reminders = { parent_id: id, status: 'pending' };
    expect(await works(user, 'list_invite_requests', reminders)).toMatchObject({ count: 3 });
    expect(await works(user, 'get_invite_activity', { id })).toMatchObject({
      request: { id },
      activity: [{ type: 'queued', status: 'ok' }],
    });
    expect(await works(user, 'stop_invite_sequence', { id })).toMatchObject({ stopped_steps: 3 });
    expect(await works(user, 'list_invite_requests', reminders)).toMatchObject({ count: 0, items: [] });
  });

  it('adds one request when it repeats a call with the same idempotency key', async () => {
    const once = { recipient: 'adil@example.com', idempotency_key: 'mcp-1' };
    const first = await works(user, 'add_invite_request', once);
    expect(await works(user, 'add_invite_request', once)).toMatchObject({ id: first.id });
  });

  it.each([
    ['add_invite_request', { recipient: 'a@example.com, b@example.com' }, 400, 'invalid_recipient'],
    ['add_invite_request', { recipient: 'ida@example.com', settings_id: 987_654_321 }, 400, 'invalid_value'],
    ['add_invite_request', {}, 400, 'missing_field'],
    ['send_invite_request', { id: 987_654_321 }, 404, 'not_found'],
    ['list_invite_requests', { status: 'lost' }, 400, 'validation_failed'],
  ])('gets the error of the API for %s with %j', async (name, args, status, code) => {
    expect(await call(user, name, args)).toMatchObject({ isError: true, body: { status, code } });
  });

  it('of another sub account neither sees nor changes a request', async () => {
    const before = await works(user, 'get_invite_activity', { id });
    const tools = [
      'get_invite_activity',
      'send_invite_request',
      'mark_invite_reviewed',
      'stop_invite_sequence',
    ];
    for (const name of tools) {
      expect({ name, ...(await call(stranger, name, { id })) }).toMatchObject({
        name,
        isError: true,
        body: { status: 404, code: 'not_found' },
      });
    }
    expect(await works(user, 'get_invite_activity', { id })).toEqual(before);
    expect(await works(stranger, 'list_invite_requests')).toMatchObject({ count: 0 });
    expect(await works(stranger, 'list_invite_settings')).toMatchObject({ settings: [] });
  });

  it('has rows in the audit without names and addresses', async () => {
    const [kept] = await own.world.admin.query<{ calls: string; text: string }>(
      "select count(*) as calls, string_agg(arguments::text, ' ') as text from gateway.mcp_calls where tool = 'add_invite_request'",
    );
    expect(Number(kept?.calls)).toBeGreaterThan(3);
    expect(kept?.text).not.toMatch(/@example|Vogt/);
  });
});
