import { Logger } from '@nestjs/common';
import { PlauditError } from '@plaudit/client';
import { ROUTES } from '@plaudit/gateway';
import { eventually, RecordedLogs } from '@plaudit/testing';
import { CheckedAnswers } from './contract/checked-answers.suite';
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
    world = await startSmokeWorld(() => {}, answers.fetch);
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
