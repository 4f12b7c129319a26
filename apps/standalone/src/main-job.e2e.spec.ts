import { Logger } from '@nestjs/common';
import { PlauditClient, PlauditError } from '@plaudit/client';
import { ROUTES } from '@plaudit/gateway';
import {
  builtDashboard,
  eventually,
  type FixtureServer,
  freePort,
  RecordedLogs,
  startFixtureServer,
} from '@plaudit/testing';
import { CheckedAnswers } from './contract/checked-answers.suite';
import { ReadmePrograms } from './contract/readme-programs.suite';
import { mergedOpenApi } from './merged-openapi';
import { type SmokeWorld, startSmokeWorld } from './smoke/smoke-world';
import { mainJob } from './smoke/stages';

jest.setTimeout(120_000);

describe('the main job of the product', () => {
  const logs = new RecordedLogs();
  let answers: CheckedAnswers;
  let world: SmokeWorld;

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    answers = new CheckedAnswers((await mergedOpenApi()).document);
    const settings = { DASHBOARD_DIR: await builtDashboard() };
    world = await startSmokeWorld(() => {}, answers.fetch, settings);
  });
  afterAll(() => world.close());

  it.each(mainJob().map((stage) => [stage.name, stage] as const))(
    'completes the stage of the main job: %s',
    async (_name, stage) => {
      await expect(stage.walk(world)).resolves.toBeUndefined();
    },
  );

  it('returns errors of every service in one shape', async () => {
    const prefixes = ROUTES.filter(({ access }) => access === 'key').map(({ prefix }) => prefix);
    for (const prefix of prefixes) {
      const path = `${prefix.replace('/public/v1', '')}/no-such/thing` as '/hello';
      const refusal = await world.client.get(path).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(PlauditError);
      expect((refusal as PlauditError).body).toEqual({
        success: false,
        msg: expect.any(String),
        code: 'not_found',
        request_id: expect.any(String),
      });
    }
  });

  it('returns the same under /profiles as under /channels', async () => {
    // Collected reviews are counted when their events arrive, a little later.
    const channels = await eventually(
      () => world.client.get('/channels/get'),
      ({ items }) => items[0]?.collected_reviews === world.store.count,
      'every collected review to be counted',
    );
    expect(await world.client.get('/profiles/get')).toEqual(channels);
  });

  describe('with the programs in the README of the client', () => {
    const programs = new ReadmePrograms('libs/client/README.md');
    /** Refuses the first request of each kind, as a throttle does, and passes the others on to the product. */
    let busy: FixtureServer;
    let settings: Record<string, string>;

    beforeAll(async () => {
      const seen = new Set<string>();
      busy = await startFixtureServer(async ({ method, path, query, headers, text }) => {
        const kind = `${method} ${path}`;
        if (!seen.has(kind)) {
          seen.add(kind);
          return { status: 429, headers: { 'retry-after': '0' }, body: { success: false } };
        }
        const response = await fetch(`${world.product.endpoints.gateway}${path}?${query.toString()}`, {
          method,
          headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body: text }),
        });
        return { status: response.status, body: await response.text() };
      });
      const { key } = await world.client.post('/keys', { body: { name: 'README', role: 'admin' } });
      settings = { PLAUDIT_URL: busy.url, PLAUDIT_KEY: key };
    });
    afterAll(async () => {
      programs.close();
      await busy.close();
    });

    it('can be compiled', async () => {
      expect(await programs.typeErrors()).toBe('');
    });

    it.each([
      ['@plaudit/client', /^Approved review \d+\n$/],
      ['Lists', /^Noa Bergman: Great bread\.\n(.+\n)*Acme Notes has \d+ reviews\n$/],
      ['Exports', /^"id",.*"updated_on"\n$/],
      ['Errors and retries', /^Added review \d+\nAsk for another address: .+\n$/],
      ['Settings of widgets', /^<div data-rv-widget="w_\w+"/],
    ])('can be done under the heading %s', async (heading, output) => {
      const run = programs.start(heading, settings);
      expect({ status: await run.ended, output: run.output() }).toEqual({
        status: 0,
        output: expect.stringMatching(output),
      });
    });

    it('receives webhooks and refuses forged ones', async () => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { id, secret } = await world.client.post('/webhooks/add', {
        body: { url, events: ['review.created'] },
      });
      const run = programs.start('Webhooks', { PORT: String(port), WEBHOOK_SECRET: secret });
      try {
        await eventually(run.output, (text) => text.includes('Waiting for events'), 'the receiver');
        const test = await world.client.post('/webhooks/test/{id}', { params: { path: { id } } });
        expect(test).toMatchObject({ success: true, status_code: 204 });
        expect(run.output()).toMatch(/ wrote: /);
        expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
      } finally {
        run.child.kill();
        await run.ended;
        await world.client.delete('/webhooks/delete/{id}', { params: { path: { id } } });
      }
    });

    it('has no program that is not run', () => {
      expect(programs.headings).toEqual([
        '@plaudit/client',
        'Lists',
        'Exports',
        'Errors and retries',
        'Settings of widgets',
        'Webhooks',
      ]);
    });
  });

  /** Returns a client with a new key, and the id of the key. */
  async function newKey(body: object): Promise<{ client: PlauditClient; id: number; key: string }> {
    const { id, key } = await world.client.post('/keys', { body: { name: 'CRM', ...body } });
    const { gateway } = world.product.endpoints;
    return { client: new PlauditClient({ baseUrl: gateway, apiKey: key, fetch: answers.fetch }), id, key };
  }

  const refusalOf = async (request: Promise<unknown>): Promise<unknown> => {
    const refusal = await request.catch((error: unknown) => error);
    return refusal instanceof PlauditError ? [refusal.status, refusal.code] : refusal;
  };

  /** Adds a review and approves it, which webhooks announce, and returns its id. */
  async function review(client: PlauditClient, from_name: string, fields: object = {}): Promise<number> {
    const body = { from_name, text: 'Great bread.', posted_on: '2026-01-02', ...fields };
    const { id } = (await client.post('/reviews/add', { body })).review;
    await client.put('/reviews/update/{id}', { params: { path: { id } }, body: { status: 'approved' } });
    return id;
  }

  /** Returns the authors that the endpoint has received reviews of. */
  const authorsAt = ({ requests }: FixtureServer): unknown[] =>
    requests.map((request) => request.json<{ data: { from_name: string } }>().data.from_name);

  const webhookFor = (client: PlauditClient, url: string, fields: object = {}) =>
    client.post('/webhooks/add', { body: { url, events: ['review.updated'], ...fields } });

  describe('a key of the main sub account that does not manage the account', () => {
    let branch: { client: PlauditClient };
    let key: PlauditClient;
    let secret: string;
    let other: number;

    beforeAll(async () => {
      other = (await world.client.post('/account/subaccount', { body: { name: 'Hill Bakery' } })).id;
      branch = await newKey({ role: 'editor', sub_account_id: other });
      ({ client: key, key: secret } = await newKey({ role: 'user' }));
    });

    it('gets the events of its own sub account only', async () => {
      const endpoint = await startFixtureServer(() => ({ status: 204 }));
      const named = webhookFor(key, `${endpoint.url}/named`, { sub_account_ids: [other] });
      expect(await refusalOf(named)).toEqual([422, 'invalid_value']);
      const { id } = await webhookFor(key, endpoint.url);
      const widened = key.put('/webhooks/update/{id}', {
        params: { path: { id } },
        body: { sub_account_ids: [other] },
      });
      expect(await refusalOf(widened)).toEqual([422, 'invalid_value']);
      await review(branch.client, 'Elsewhere');
      await review(key, 'Here');
      await eventually(
        () => authorsAt(endpoint),
        (names) => names.includes('Here'),
        'the event of its own sub account',
      );
      expect(authorsAt(endpoint)).toEqual(['Here']);
      await key.delete('/webhooks/delete/{id}', { params: { path: { id } } });
      await endpoint.close();
    });

    it('neither finds nor changes a webhook of the whole account, its log and its deliveries', async () => {
      const endpoint = await startFixtureServer(() => ({ status: 204 }));
      const { id } = await webhookFor(world.client, endpoint.url);
      const path = { params: { path: { id } } };
      await review(branch.client, 'Logged');
      const { deliveries } = await eventually(
        () => world.client.get('/webhooks/deliveries/{id}', path),
        (log) => log.deliveries.length > 0,
        'the delivery in the log',
      );
      const delivery = { params: { path: { delivery_id: deliveries[0]?.delivery_id as string } } };
      expect((await key.get('/webhooks/get')).webhooks).toEqual([]);
      const refused = [
        () => key.get('/webhooks/get/{id}', path),
        () => key.get('/webhooks/deliveries/{id}', path),
        () => key.post('/webhooks/test/{id}', path),
        () => key.post('/webhooks/redeliver/{delivery_id}', delivery),
        () =>
          key.post('/webhooks/recover/{id}', { ...path, body: { since: '2026-01-01', until: '2026-01-02' } }),
        () => key.post('/webhooks/rotate_secret/{id}', { ...path, body: {} }),
        () => key.put('/webhooks/update/{id}', { ...path, body: { url: `${endpoint.url}/stolen` } }),
        () => key.delete('/webhooks/delete/{id}', path),
      ];
      for (const request of refused) expect(await refusalOf(request())).toEqual([404, 'not_found']);
      await world.client.delete('/webhooks/delete/{id}', path);
      await endpoint.close();
    });

    it('counts no other sub account in reports, also not through MCP', async () => {
      const report = (sub_accounts: string) =>
        refusalOf(key.get('/reports/ratings', { params: { query: { sub_accounts } } }));
      expect(await report('all')).toEqual([403, 'forbidden']);
      expect(await report(String(other))).toEqual([404, 'not_found']);
      const called = await fetch(new URL('/public/v1/mcp', world.product.endpoints.gateway), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_ratings_report', arguments: { sub_accounts: 'all' } },
        }),
      });
      expect(await called.text()).toMatch(
        /"isError":true.*account_management|account_management.*"isError":true/s,
      );
    });

    it('erases nobody in other sub accounts, even if its role is admin', async () => {
      const from_email = 'noa@example.com';
      const kept = await review(branch.client, 'Noa', { from_email });
      const admin = (await newKey({ role: 'admin' })).client;
      const erased = await admin.post('/privacy/erase', { body: { from_email } });
      expect(erased.sub_accounts.map((one) => one.sub_account_id)).not.toContain(other);
      const { items } = await branch.client.get('/reviews/get');
      expect(items.find(({ id }) => id === kept)?.from_name).toBe('Noa');
    });
  });

  describe('a webhook of a deleted key', () => {
    it('waits until somebody takes it over', async () => {
      const endpoint = await startFixtureServer(() => ({ status: 204 }));
      const leaver = await newKey({ role: 'admin', account_management: true });
      const { id } = await webhookFor(leaver.client, endpoint.url);
      const path = { params: { path: { id } } };
      await world.client.delete('/keys/{id}', { params: { path: { id: leaver.id } } });
      const paused = await eventually(
        () => world.client.get('/webhooks/get/{id}', path),
        ({ active }) => !active,
        'the webhook to be paused',
      );
      expect(paused).toMatchObject({
        disabled_reason: 'maker_removed',
        created_by: { type: 'key', id: leaver.id, name: 'CRM' },
      });
      await review(world.client, 'Held');
      await eventually(
        () => world.client.get('/webhooks/get/{id}', path),
        ({ pending }) => pending === 1,
        'the delivery to wait',
      );
      expect(endpoint.requests).toEqual([]);
      const resumed = await world.client.put('/webhooks/update/{id}', { ...path, body: { active: true } });
      expect(resumed.created_by).toMatchObject({ type: 'key', name: 'Bootstrap key' });
      await eventually(
        () => authorsAt(endpoint),
        (names) => names.length > 0,
        'the delivery that waited',
      );
      expect(authorsAt(endpoint)).toEqual(['Held']);
      await world.client.delete('/webhooks/delete/{id}', path);
      await endpoint.close();
    });
  });

  it('reports every part as ready', async () => {
    const ready = await eventually(
      () => fetch(new URL('/health/ready', world.product.endpoints.gateway)),
      ({ status }) => status === 200,
      'the gateway to be ready',
    );
    expect(await ready.json()).toMatchObject({ status: 'ok' });
  });

  it('logs no error in all of this', () => {
    expect(logs.errors()).toEqual([]);
  });
});
