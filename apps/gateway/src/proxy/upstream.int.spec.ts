import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { eventually, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import { AnswerPassage, ClientGone } from './answer-passage';
import { bodyTooLarge } from './request-body';
import { Upstream, type UpstreamRequest } from './upstream';

const CONNECTIONS = 256;

let server: FixtureServer;
let upstream: Upstream;
let now: number;

beforeEach(async () => {
  now = Date.now();
  server = await startFixtureServer(() => 'hang');
  upstream = new Upstream('reports', server.url, 60_000, () => now);
});
afterEach(async () => {
  await upstream.close();
  await server.close();
});

/** A request of nobody in particular, whose response leads nowhere. */
function send(
  request: Partial<UpstreamRequest> = {},
  response = new ServerResponse(new IncomingMessage(new Socket())),
): Promise<Error | null> {
  return new Promise((resolve) => {
    const passage = new AnswerPassage(response, {});
    upstream.send({ method: 'GET', path: '/', headers: [], body: null, ...request }, passage, resolve);
  });
}

it('refuses what is more at once than one service is given, without taking a busy service for a broken one', async () => {
  const underWay = Array.from({ length: 2_048 }, () => send());
  const refused = await Promise.all(Array.from({ length: 3_000 }, () => send()));
  expect(new Set(refused.map((error) => error?.message))).toEqual(
    new Set(['The reports service is not available; try again shortly.']),
  );
  expect(upstream.isOpen).toBe(false);
  await upstream.close();
  expect(await Promise.all(underWay)).not.toContain(null);
});

it('leaves a service alone that did not answer five times, for two seconds', async () => {
  server.handle(() => 'reset');
  const ask = async (times: number): Promise<number> => {
    for (let asked = 0; asked < times; asked += 1)
      expect(await send()).toMatchObject({ code: 'upstream_unavailable' });
    return server.requests.length;
  };
  expect(await ask(8)).toBe(5);
  now += 1_999;
  expect(await ask(1)).toBe(5);
  now += 1;
  expect(await ask(8)).toBe(6);
  now += 2_000;
  server.handle(() => ({ body: 'fine' }));
  expect(await send()).toBeNull();
  expect(await send()).toBeNull();
});

describe('while all connections are taken', () => {
  let underWay: Promise<Error | null>[];
  let answerAll: () => void;

  beforeEach(async () => {
    const answered = new Promise<void>((resolve) => (answerAll = resolve));
    server.handle(() => answered.then(() => ({ body: 'fine' })));
    underWay = Array.from({ length: CONNECTIONS }, () => send());
    await eventually(
      () => server.requests.length,
      (received) => received === CONNECTIONS,
      'every connection to be taken',
    );
  });
  afterEach(async () => {
    answerAll();
    expect(new Set(await Promise.all(underWay))).toEqual(new Set([null]));
  });

  it('says at once what is wrong with a body that waits to be sent', async () => {
    const body = new PassThrough();
    const waiting = send({ method: 'POST', body });
    const tooLarge = bodyTooLarge();
    body.destroy(tooLarge);
    expect(await waiting).toBe(tooLarge);
  });

  it('never sends the waiting request of a client that has gone', async () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const waiting = send({ path: '/gone' }, response);
    response.destroy();
    response.emit('close');
    expect(await waiting).toBeInstanceOf(ClientGone);
    const behind = send({ path: '/behind' });
    answerAll();
    expect(await behind).toBeNull();
    expect(server.requests.map(({ path }) => path)).not.toContain('/gone');
  });
});

it('sends nothing for a client that had gone before', async () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  expect(await send({}, response)).toBeInstanceOf(ClientGone);
  expect(server.requests).toEqual([]);
});
