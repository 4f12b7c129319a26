import { eventually, type FixtureServer, startFixtureServer, type World } from '@plaudit/testing';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { BAKERY_PAGE } from './bakery-page.suite';
import { API_KEY, call, McpWorld, review, TOOL_NAMES, works } from './mcp-world.suite';

describe('the whole product', () => {
  let own: McpWorld;

  beforeAll(async () => {
    own = await McpWorld.start();
  });
  afterAll(() => own.close());

  describe('an MCP client', () => {
    let world: World;
    let bakery: FixtureServer;
    let admin: Client;
    let user: Client;
    let stranger: Client;

    beforeAll(() => {
      ({ world, bakery, admin, user, stranger } = own);
    });

    it('gets the tools that its key may use', async () => {
      const offered = async (client: Client): Promise<string[]> =>
        (await client.listTools()).tools.map(({ name }) => name);
      const all = await offered(admin);
      expect(all).toEqual(TOOL_NAMES);
      const allowed = new Set(await offered(user));
      expect(all.filter((name) => !allowed.has(name)).sort()).toEqual([
        'add_channel',
        'create_widget',
        'get_account',
        'update_widget',
      ]);
    });

    it('gets no logo, which is an image that a model cannot see, and the data of a result once', async () => {
      const asked = { name: 'list_channel_types', arguments: {} };
      const { content, structuredContent } = await admin.callTool(asked);
      expect(JSON.stringify(structuredContent)).toContain('website_schema');
      expect(JSON.stringify({ content, structuredContent })).not.toMatch(/data:image|"logo"/);
      expect(JSON.stringify(content)).not.toContain('website_schema');
    });

    describe('with reviews', () => {
      it('adds, finds, reads and curates them', async () => {
        const { id } = await works(admin, 'add_review', {
          ...review('Best bread in town.'),
          tags: ['bread'],
        });
        const added = { id, status: 'inbox', tags: [{ name: 'bread' }] };
        expect(await works(user, 'get_review', { id })).toMatchObject(added);
        const found = await works(user, 'list_reviews', { q: 'best BREAD', status: 'inbox', limit: 5 });
        expect(found).toMatchObject({ count: 1, items: [{ id }] });
        expect(await works(user, 'update_review', { id, status: 'approved', tags: [] })).toMatchObject({
          review: { id, status: 'approved', tags: [] },
        });
        expect(await works(admin, 'list_reviews', { status: 'inbox' })).toMatchObject({
          count: 0,
          items: [],
        });
      });

      it('reads them page by page', async () => {
        for (const text of ['One loaf.', 'Two loaves.', 'Three loaves.'])
          await works(admin, 'add_review', review(text));
        const first = await works(admin, 'list_reviews', { keyword: 'loa', limit: 2 });
        const before = { before_ts: first.next_before_ts, before_id: first.next_before_id };
        const rest = await works(admin, 'list_reviews', { keyword: 'loa', ...before });
        const texts = [...first.items, ...rest.items].map(({ text }: { text: string }) => text);
        expect(texts.sort()).toEqual(['One loaf.', 'Three loaves.', 'Two loaves.']);
      });

      it('adds one review when it repeats a call with the same idempotency key', async () => {
        const once = { ...review('Only once.'), idempotency_key: 'mcp-1' };
        const { id } = await works(admin, 'add_review', once);
        expect(await works(admin, 'add_review', once)).toMatchObject({ id });
        expect(await works(admin, 'list_reviews', { keyword: 'only once' })).toMatchObject({ count: 1 });
      });

      it.each([
        [
          'no text',
          { from_name: 'a', posted_on: '2026-01-31' },
          { status: 400, code: 'missing_field', field: 'text' },
        ],
        ['a duplicate', review('Best bread in town.'), { status: 400, code: 'duplicate_review' }],
        ['a control character', review('a\u0000b'), { status: 400, code: 'invalid_value', field: 'text' }],
        ['a lone surrogate', review('a\ud83d'), { status: 400, code: 'invalid_value', field: 'text' }],
        ['an invalid date', { ...review('x'), posted_on: 'soon' }, { status: 400, code: 'invalid_date' }],
        ['a reserved name', { ...review('y'), additional: JSON.parse('{"__proto__":1}') }, { status: 400 }],
      ])('gets an error for a review with %s, and no review is added', async (_what, args, expected) => {
        const { count } = await works(admin, 'list_reviews');
        const { isError, body } = await call(admin, 'add_review', args as object);
        expect({ isError, body }).toMatchObject({
          isError: true,
          body: { ...expected, msg: expect.stringMatching(/\w/) },
        });
        expect(await works(admin, 'list_reviews')).toMatchObject({ count });
      });

      it.each([
        ['list_reviews', { limit: 1_000 }, 400],
        ['list_reviews', { before_id: 1 }, 400],
        ['list_reviews', { q: '\u0000' }, 400],
        ['list_reviews', { stars: 5 }, 400],
        ['get_review', { id: 987_654_321 }, 404],
        ['update_review', { id: 987_654_321, status: 'approved' }, 404],
        ['get_review', { id: '1;drop table reviews' }, 404],
        ['get_rating_history', { id: 987_654_321 }, 404],
        ['get_ratings_report', { format: 'csv' }, 400],
        ['get_average_rating', { months: 25 }, 400],
      ])('gets the error of the API for %s with %j', async (name, args, status) => {
        expect(await call(admin, name, args)).toMatchObject({
          isError: true,
          body: { success: false, status },
        });
      });
    });

    describe('with channels', () => {
      it('connects a channel, reads it and finds the collected reviews', async () => {
        const types = await works(user, 'list_channel_types');
        expect(types.items.map(({ type }: { type: string }) => type)).toContain('website_schema');
        const { channel } = await works(admin, 'add_channel', {
          type: 'website_schema',
          url: `${bakery.url}/`,
        });
        expect(await works(user, 'list_channels')).toMatchObject({ count: 1, items: [{ id: channel.id }] });
        // Later tests compare the channel with this state, so its crawl must have ended.
        const crawled = await eventually(
          () => works(user, 'get_channel', { id: channel.id }),
          ({ crawling, collected_reviews }) => !crawling && collected_reviews === 1,
          'the bakery to be crawled',
        );
        expect(crawled).toMatchObject({ id: channel.id, status: 'active' });
        const found = await works(user, 'list_reviews', { channels: String(channel.id) });
        expect(found.items).toMatchObject([{ from_name: 'Ida', text: 'Good coffee, small tables.' }]);
      });

      it('reads the reports about it', async () => {
        const { items } = await works(user, 'list_channels');
        const history = () => works(user, 'get_rating_history', { id: items[0].id });
        const measured = await eventually(history, (found) => found.history.length > 1, 'its points');
        expect(measured.history).toMatchObject([{ estimated: true }, { score: 4.5, reviews: 1 }]);
        const { totals } = await works(user, 'get_ratings_report');
        expect(totals).toMatchObject({ rating_value: 4.5, official_num_reviews: 1 });
      });

      it('gets the time of the next possible refresh', async () => {
        const { items } = await works(user, 'list_channels');
        expect(await call(user, 'refresh_channel', { id: items[0].id })).toMatchObject({
          isError: true,
          body: { status: 429, queued: false, retry_after_minutes: expect.any(Number) },
        });
      });

      it.each([
        [{}, { status: 400, code: 'missing_field', field: 'type' }],
        [{ type: 'nowhere' }, { status: 404, code: 'unknown_channel_type' }],
        [{ type: 'website_schema' }, { status: 400, code: 'missing_field', field: 'url' }],
      ])('gets an error for the channel %j', async (args, expected) => {
        expect(await call(admin, 'add_channel', args)).toMatchObject({ isError: true, body: expected });
      });
    });

    describe('with widgets, webhooks and the account', () => {
      it('creates, changes and reads a widget', async () => {
        const made = await works(admin, 'create_widget', { type: 'list', name: 'Home page' });
        const settings = { header: { title: 'What guests say' } };
        await works(admin, 'update_widget', { id: made.id, settings });
        expect(await works(user, 'get_widget', { id: made.id })).toMatchObject({
          name: 'Home page',
          settings,
        });
        expect(await works(user, 'list_widgets')).toMatchObject({ widgets: [{ id: made.id }] });
        expect(await call(admin, 'update_widget', { id: made.id, settings: { nope: 1 } })).toMatchObject({
          isError: true,
          body: { status: 422, code: 'invalid_setting' },
        });
        expect(await call(admin, 'create_widget', { type: 'hologram' })).toMatchObject({
          isError: true,
          body: { status: 422, code: 'unknown_widget_type' },
        });
      });

      it('lists webhooks without their secrets, and none of the whole account to a key that does not manage it', async () => {
        const { secret } = await own.post('/webhooks/add', {
          url: `${bakery.url}/hook`,
          events: ['review.created'],
        });
        const listed = await works(admin, 'list_webhooks');
        expect(listed).toMatchObject({ webhooks: [{ url: `${bakery.url}/hook` }] });
        // The webhook belongs to the whole account, which the key of the role user does not manage.
        expect(await works(user, 'list_webhooks')).toEqual({ webhooks: [] });
        expect(secret).toMatch(/^whsec_/);
        expect(JSON.stringify(listed)).not.toContain(secret);
      });

      it('reads the account', async () => {
        expect(await works(admin, 'get_account')).toMatchObject({ plan: 'enterprise', sub_accounts: 2 });
      });
    });

    it('has a line in the access log for each tool that it calls, beside that of its message', async () => {
      const before = world.logs.requests().length;
      await works(admin, 'list_webhooks');
      const linesOfTheLastCall = () => {
        const lines = world.logs.requests().slice(before);
        const id = lines.find(({ upstream }) => upstream === 'webhooks')?.request_id;
        return lines.filter(({ request_id }) => request_id === id);
      };
      const lines = await eventually(
        linesOfTheLastCall,
        (found) => found.length === 3,
        'the lines of a call',
      );
      expect(new Set(lines.map(({ service, route, aborted }) => [service, route, aborted]))).toEqual(
        new Set([
          ['gateway', '/public/v1/mcp', undefined],
          ['gateway', '/public/v1/webhooks/get', undefined],
          ['webhooks', '/public/v1/webhooks/get', undefined],
        ]),
      );
    });

    it.each([
      ['create_widget', { type: 'list' }, 'widgets:write'],
      ['update_widget', { id: 1, active: false }, 'widgets:write'],
      ['add_channel', { type: 'website_schema', url: 'https://example.com/' }, 'channels:write'],
      ['get_account', {}, 'account:manage'],
    ])(
      'with a key of the role user gets 403 for %s with %j, and nothing changes',
      async (name, args, required) => {
        const before = [await works(admin, 'list_widgets'), await works(admin, 'list_channels')];
        expect(await call(user, name, args)).toMatchObject({
          isError: true,
          body: { status: 403, success: false, code: 'forbidden', required },
        });
        expect([await works(admin, 'list_widgets'), await works(admin, 'list_channels')]).toEqual(before);
      },
    );

    it('of another sub account neither sees nor changes anything', async () => {
      const { id: reviewId } = (await works(admin, 'list_reviews', { limit: 1 })).items[0];
      const { id: channelId } = (await works(admin, 'list_channels')).items[0];
      const { id: widgetId } = (await works(admin, 'list_widgets')).widgets[0];
      const read = async (): Promise<unknown[]> => [
        await works(admin, 'get_review', { id: reviewId }),
        await works(admin, 'get_channel', { id: channelId }),
        await works(admin, 'get_widget', { id: widgetId }),
      ];
      const before = await read();
      for (const [name, args] of [
        ['get_review', { id: reviewId }],
        ['update_review', { id: reviewId, status: 'ignored', text: 'mine now' }],
        ['get_channel', { id: channelId }],
        ['refresh_channel', { id: channelId }],
        ['get_rating_history', { id: channelId }],
        ['get_widget', { id: widgetId }],
        ['update_widget', { id: widgetId, name: 'mine now' }],
      ] as const) {
        expect({ name, ...(await call(stranger, name, args)) }).toMatchObject({
          name,
          isError: true,
          body: { status: 404, code: 'not_found' },
        });
      }
      expect(await read()).toEqual(before);
      expect(await works(stranger, 'list_reviews')).toMatchObject({ count: 0 });
      expect(await works(stranger, 'list_reviews', { channels: String(channelId) })).toMatchObject({
        count: 0,
      });
      expect(await works(stranger, 'list_channels')).toMatchObject({ count: 0 });
      expect(await works(stranger, 'list_widgets')).toMatchObject({ widgets: [] });
      expect(await works(stranger, 'list_webhooks')).toMatchObject({ webhooks: [] });
    });

    it('has a row in the audit for every call, without secrets', async () => {
      await call(admin, 'add_channel', { type: 'nowhere', access_token: 'live_0123456789' });
      const rows = await world.admin.query<{ tool: string; status: number; code: string; keys: string }>(
        `select tool, status, code, count(distinct key_id) as keys from gateway.mcp_calls group by 1, 2, 3`,
      );
      const outcomes = rows.map(({ tool, status, code }) => `${tool} ${status} ${code}`);
      const some = ['add_review 200 null', 'create_widget 201 null', 'create_widget 403 forbidden'];
      expect(outcomes).toEqual(expect.arrayContaining([...some, 'get_review 404 not_found']));
      const written = `select coalesce(string_agg(arguments::text, ' '), '') as text from gateway.mcp_calls`;
      const [kept] = await world.admin.query<{ text: string }>(written);
      const secrets = ['live_0123456789', 'Noa Bergman', 'bread', bakery.url, API_KEY];
      for (const secret of secrets) {
        expect(kept?.text).not.toContain(secret);
      }
    });

    it('can call each tool with its documented example, and gets what its output schema says', async () => {
      // The last test, because it starts crawls. A channel is refreshed at most once in six hours.
      await world.admin.query(
        "update channels.channels set refreshed_on = null, last_checked = now() - interval '1 day'",
      );
      const examples = (await admin.listTools()).tools.map(
        ({ name, inputSchema }) => [name, (inputSchema.examples as object[])[0]] as const,
      );
      expect(examples.filter(([, example]) => example === undefined)).toEqual([]);
      const { id: request } = await works(admin, 'add_invite_request', { recipient: 'lena@example.com' });
      // A fuse is blown by many bounces, so it is stored as if they had come.
      await world.admin.query(
        `insert into invitations.bounce_fuses (account_id, sub_account_id, server, counted_from, blown_on, mails, gone)
         select account_id, sub_account_id, 'example.com', now(), now(), 30, 12 from invitations.requests where id = $1`,
        [request],
      );
      const reachable = { url: `${bakery.url}/second` };
      for (const [name, example] of examples)
        await works(admin, name, { ...example, ...(name === 'add_channel' ? reachable : {}) });
    });
  });

  describe('an MCP client that reads what reviews say', () => {
    /** Another site, because the crawls of one are paced. */
    let other: FixtureServer;
    let user: Client;
    let id: number;

    beforeAll(async () => {
      other = await startFixtureServer(() => ({
        body: BAKERY_PAGE,
        headers: { 'content-type': 'text/html' },
      }));
      const branch = await own.branch();
      ({ user } = branch);
      const added = await works(branch.admin, 'add_channel', {
        type: 'website_schema',
        url: `${other.url}/`,
      });
      ({ id } = added.channel);
    });

    afterAll(() => other.close());

    it('gets the summary of a channel, and one in another language when it asks for it', async () => {
      const first = await eventually(
        () => works(user, 'get_ai_summary', { id }),
        ({ summary }) => summary !== null,
        'the reviews to reach ai',
      );
      expect(first).toMatchObject({ language: 'auto', model: 'embedded', evidence: expect.any(Array) });
      const german = await works(user, 'regenerate_ai_summary', { id, length: 20, language: 'de' });
      expect(german).toMatchObject({ language: 'de', summary: expect.stringMatching(/Bewertung/) });
    });

    it('gets strengths and improvements', async () => {
      expect(await works(user, 'get_ai_insights', { id, language: 'de' })).toMatchObject({
        sentiment: { total: expect.any(Number) },
        below_threshold: expect.any(Boolean),
      });
    });

    it.each(['get_ai_summary', 'regenerate_ai_summary', 'get_ai_insights'])(
      'of another sub account gets 404 from %s',
      async (name) => {
        expect(await call(own.stranger, name, { id })).toMatchObject({
          isError: true,
          body: { status: 404, code: 'not_found' },
        });
      },
    );
  });

  describe('an MCP client that invites customers', () => {
    let user: Client;
    let stranger: Client;
    let id: number;

    beforeAll(async () => {
      const branch = await own.branch();
      ({ user } = branch);
      ({ stranger } = own);
      const settings = { name: 'After a visit', followup: { enabled: true } };
      await branch.post('/invite/settings/add', { settings });
    });

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

    it('reads what keeps mails from being sent, and has nothing to retry if nothing is stopped', async () => {
      expect(await works(user, 'get_sending_status')).toMatchObject({ stops: [], fuses: [] });
      expect(await works(user, 'retry_sending')).toMatchObject({ senders: 0 });
      expect(await works(user, 'list_suppression_groups')).toMatchObject({ items: [] });
    });

    it('adds one request when it repeats a call with the same idempotency key', async () => {
      const once = { recipient: 'adil@example.com', idempotency_key: 'mcp-1' };
      const first = await works(user, 'add_invite_request', once);
      expect(await works(user, 'add_invite_request', once)).toMatchObject({ id: first.id });
    });

    it.each([
      ['add_invite_request', { recipient: 'a@example.com, b@example.com' }, 400, 'invalid_recipient'],
      [
        'add_invite_request',
        { recipient: 'ida@example.com', settings_id: 987_654_321 },
        400,
        'invalid_value',
      ],
      ['add_invite_request', {}, 400, 'missing_field'],
      ['send_invite_request', { id: 987_654_321 }, 404, 'not_found'],
      ['list_invite_requests', { status: 'lost' }, 400, 'validation_failed'],
      ['list_fuse_requests', { id: 987_654_321 }, 404, 'not_found'],
      ['decide_fuse', { id: 987_654_321, suppress: true }, 404, 'not_found'],
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
      const { settings } = await works(stranger, 'list_invite_settings');
      expect(settings).toMatchObject([{ name: 'Default', default: true }]);
    });

    it('has rows in the audit without names and addresses', async () => {
      const [kept] = await own.world.admin.query<{ calls: string; text: string }>(
        "select count(*) as calls, string_agg(arguments::text, ' ') as text from gateway.mcp_calls where tool = 'add_invite_request'",
      );
      expect(Number(kept?.calls)).toBeGreaterThan(3);
      expect(kept?.text).not.toMatch(/@example|Vogt/);
    });
  });
});
