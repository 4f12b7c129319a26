import { Logger } from '@nestjs/common';
import { PlauditError } from '@plaudit/client';
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
  let world: SmokeWorld;

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    const answers = new CheckedAnswers((await mergedOpenApi()).document);
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
