import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ChannelsEnv } from '../../channels.env';
import { PageThreadService } from './page-thread.service';

const URL = 'https://shop.example/';
const PAGE = '<title>Cup</title><div class="hreview"><b class="reviewer">Ann</b></div>';

class HostileThread extends PageThreadService {
  protected override readonly entry = require.resolve('./fixtures/hostile-thread.process');
}

class FailingThread extends PageThreadService {
  protected override readonly entry = require.resolve('./fixtures/failing-thread.process');
}

const opened: PageThreadService[] = [];

function open(kind: typeof PageThreadService, settings: Partial<ChannelsEnv> = {}): PageThreadService {
  const service = new kind(Object.assign(new ChannelsEnv(), { PAGE_SECONDS: 60 }, settings));
  opened.push(service);
  return service;
}

beforeAll(() => Logger.overrideLogger(false));

afterEach(async () => {
  for (const service of opened.splice(0)) await service.onApplicationShutdown();
});

/** Reads a page as a crawl does. */
function read(service: PageThreadService, body: string, signal = new AbortController().signal) {
  return service.read({ platform: 'website_schema', body, url: URL }, { signal, caller: null });
}

describe('PageThreadService', () => {
  it('gives up a page after the time limit, and reads the pages that waited', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 1 });
    const endless = read(service, 'ENDLESS');
    const waiting = [read(service, PAGE), read(service, 'ENDLESS'), read(service, PAGE)];
    await expect(endless).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[0]).toMatchObject({ value: { name: 'Cup', reviews: [{ types: ['Review'] }] } });
  });

  it('leaves the event loop of the service free while a page is read', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 600 });
    await read(service, PAGE);
    const stopping = new AbortController();
    let ended = false;
    const endless = read(service, 'ENDLESS', stopping.signal).catch(() => (ended = true));
    for (let turns = 0; turns < 1_000; turns++) await nextTurn();
    expect(ended).toBe(false);
    stopping.abort();
    await endless;
  });

  it('gives up a page that needs too much memory, and reads the next one', async () => {
    const service = open(HostileThread, { PAGE_MEMORY_MB: 64 });
    await expect(read(service, 'GREEDY')).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    expect(await read(service, PAGE)).toMatchObject({ name: 'Cup' });
  });

  it('throws a fault of a platform, and reads the next page', async () => {
    const service = open(HostileThread);
    await expect(read(service, 'FAULTY')).rejects.toThrow('A fault of ours');
    expect(await read(service, PAGE)).toMatchObject({ name: 'Cup' });
  });

  it('throws if the thread cannot start', async () => {
    await expect(read(open(FailingThread), PAGE)).rejects.toThrow(/failing-thread|cannot start/);
  });

  it('ends a page whose crawl is stopped, without waiting for the time limit', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 600 });
    const stopping = new AbortController();
    const endless = read(service, 'ENDLESS', stopping.signal);
    const waiting = read(service, PAGE);
    stopping.abort(new Error('The process is stopping'));
    await expect(endless).rejects.toThrow(/stopping|abort/i);
    expect(await waiting).toMatchObject({ name: 'Cup' });
  });

  it('reads the page of a caller before those of the crawls that wait', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 600 });
    const stopping = new AbortController();
    const busy = read(service, 'ENDLESS', stopping.signal).catch(() => 'stopped');
    const crawl = read(service, 'ENDLESS', stopping.signal).catch(() => 'stopped');
    const first = new AbortController();
    const terms = { signal: new AbortController().signal, caller: 1 };
    const check = service.read({ platform: 'website_schema', body: PAGE, url: URL }, terms);
    const next = read(service, 'ENDLESS', first.signal).catch(() => 'stopped');
    stopping.abort();
    first.abort();
    expect(await Promise.all([busy, crawl, next])).toEqual(['stopped', 'stopped', 'stopped']);
    expect(await check).toMatchObject({ name: 'Cup' });
  });
});
