import type { ServerResponse } from 'node:http';
import { IMPATIENT } from '../gateway-world.suite';
import { type Client, HUGE, Passage } from './answer-passage.suite';

const passage = new Passage();
beforeAll(() => passage.start());
afterEach(() => passage.reset());
afterAll(() => passage.stop());

describe('a client that leaves', () => {
  it.each<[string, (response: ServerResponse) => unknown, (client: Client) => Promise<unknown>]>([
    ['before the service has answered', () => {}, () => passage.serviceIsAsked()],
    ['after the head', (response) => response.flushHeaders(), () => passage.serviceIsAsked()],
    ['amid the body', (response) => response.write('some'), (client) => client.resume().endsWith('some\r\n')],
    [
      'while it takes nothing',
      (response) => passage.reports.pour(response, HUGE),
      () => passage.serviceIsHeldUp(),
    ],
  ])('%s ends the request, and nobody else notices', async (_when, answer, arrived) => {
    passage.reports.answer = (_request, response) => answer(response);
    const client = passage.newClient().pause().send(passage.head());
    await arrived(client);
    client.leave();
    await passage.nothingIsUnderWay();
    await passage.expectFine();
  });

  it('leaves no trace, and neither do two hundred at once', async () => {
    passage.reports.answer = (_request, response) => response.write('some');
    const leaving = Array.from({ length: 200 }, () => passage.newClient().send(passage.head()));
    await passage.serviceIsAsked(leaving.length);
    for (const client of leaving) client.leave();
    await passage.nothingIsUnderWay();
    await passage.expectFine();
  });
});

describe('a service that dies', () => {
  it('amid an answer of unknown length leaves it without an end', async () => {
    passage.reports.answer = (_request, response) =>
      response.write('{"items":[', () => response.socket?.resetAndDestroy());
    const client = passage.newClient().send(passage.head());
    await client.closes();
    expect(client.text).toContain('{"items":[');
    expect(client.text).not.toContain('0\r\n\r\n');
    await passage.expectFine();
  });

  it('amid an answer of known length leaves it too short', async () => {
    passage.reports.answer = (_request, response) => {
      response.setHeader('content-length', 100);
      response.write('{"items":[', () => response.socket?.resetAndDestroy());
    };
    const client = passage.newClient().send(passage.head());
    await client.closes();
    expect(client.text).toContain('content-length: 100\r\n');
    expect(client.text).toMatch(/\{"items":\[$/);
    await passage.expectFine();
  });

  it('amid an answer that the client is slow to take cuts that one too', async () => {
    passage.reports.answer = (_request, response) => passage.reports.pour(response, HUGE);
    const client = passage.newClient().pause().send(passage.head());
    await passage.serviceIsHeldUp();
    for (const response of passage.reports.open) response.socket?.resetAndDestroy();
    await passage.expectFine();
    await client.resume().closes();
    expect(client.text.length).toBeLessThan(HUGE);
    expect(client.text.slice(-10)).not.toContain('0\r\n\r\n');
  });

  it('between head and body is answered for with 503', async () => {
    passage.reports.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100, 'x-own': '1' });
      response.flushHeaders();
      setImmediate(() => response.socket?.resetAndDestroy());
    };
    const response = await passage.ask();
    expect(response.status).toBe(503);
    expect(response.headers.get('x-own')).toBeNull();
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ code: 'upstream_unavailable' });
    await passage.expectFine();
  });

  it('after its answer was complete has answered', async () => {
    passage.reports.answer = (_request, response) => {
      response.setHeader('content-length', 4);
      response.write('done', () => response.socket?.resetAndDestroy());
    };
    const client = passage.newClient().send(passage.head());
    await client.endsWith('done');
    passage.reports.answer = (_request, response) => response.end('fine');
    await client.send(passage.head('GET', 'Connection: close')).closes();
    expect(client.text).toContain('fine');
  });
});

describe('a client that takes nothing for too long', () => {
  beforeAll(async () => {
    await passage.stop();
    await passage.start(IMPATIENT);
  });

  it('is hung up on, and the service is free again', async () => {
    passage.reports.answer = (_request, response) => passage.reports.pour(response, HUGE);
    const client = passage.newClient().pause().send(passage.head());
    await passage.serviceIsAsked();
    await passage.nothingIsUnderWay();
    await client.resume().closes();
    expect(client.text.length).toBeLessThan(HUGE);
    await passage.expectFine();
  });

  it('does not hold the service with what it asked for behind that either', async () => {
    passage.reports.answer = (_request, response) => passage.reports.pour(response, HUGE);
    passage
      .newClient()
      .pause()
      .send(passage.head() + passage.head());
    await passage.serviceIsAsked(2);
    await passage.nothingIsUnderWay();
    await passage.expectFine();
  });
});
