import { Module } from '@nestjs/common';
import { eventually, type FixtureServer, type HttpResult, startFixtureServer } from '@plaudit/testing';
import { ChannelsModule } from '../../channels.module';
import { CHANNELS, ChannelsWorld } from '../../channels-world.suite';
import type { ChannelResponse } from '../../channels/channels.responses';
import { channelsService } from '../../service';
import { PageThreadService } from '../thread/page-thread.service';

/** Reads pages as production does, except pages with the word ENDLESS, which it never finishes. */
class HostileThread extends PageThreadService {
  protected override readonly entry = require.resolve('../thread/fixtures/hostile-thread.process');
}

const listed = (key: string): unknown[] => Reflect.getMetadata(key, ChannelsModule) as unknown[];

@Module({
  controllers: listed('controllers') as never[],
  providers: [...(listed('providers') as never[]), { provide: PageThreadService, useClass: HostileThread }],
})
class HostileModule {}

const REVIEW = `<script type="application/ld+json">${JSON.stringify({
  '@type': 'Product',
  name: 'Acme Cup',
  review: [{ '@type': 'Review', author: 'Ann', reviewBody: 'Fine', reviewRating: { ratingValue: 4 } }],
})}</script>`;

const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

/** Two names that refer to the next thing twice, thirty times: a billion paths to the end. */
const doubledReferences = (): string =>
  jsonLd(
    Array.from({ length: 30 }, (_, index) => ({
      '@id': `#${index}`,
      '@type': 'Product',
      name: [{ '@id': `#${index + 1}` }, { '@id': `#${index + 1}` }],
    })),
  );

const HOSTILE: Readonly<Record<string, () => string>> = {
  'two things that refer to each other by itemref': () =>
    '<div id=a itemscope itemref="a b"></div><div id=b itemscope itemref="a b"></div>',
  'elements nested 10,000 deep': () => '<div>'.repeat(10_000),
  'things nested 10,000 deep': () => '<div itemscope itemprop="review">'.repeat(10_000),
  '5 MiB of start tags': () => '<p>'.repeat(1_700_000),
  '5 MiB of unmatched end tags': () => '<i>'.repeat(600_000) + '</b>'.repeat(800_000),
  'JSON-LD nested 100,000 deep': () =>
    `<script type="application/ld+json">${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}</script>`,
  'a thing that is its own name': () => jsonLd({ '@id': '#a', '@type': 'Product', name: { '@id': '#a' } }),
  'names that refer to the next thing twice': doubledReferences,
};

let own: ChannelsWorld;
let site: FixtureServer;
/** A check and an addition of a page whose server never responds. They run beside the other specs of this file. */
let silent: Promise<HttpResult>[];
const pages = new Map<string, string>();

beforeAll(async () => {
  own = await ChannelsWorld.start({ PAGE_SECONDS: '2' }, { ...channelsService, module: HostileModule });
  site = await startFixtureServer(({ path }) => {
    if (path === '/silent') return 'hang';
    const body = pages.get(path);
    return body === undefined ? { status: 404 } : { headers: { 'content-type': 'text/html' }, body };
  });
  const body = { type: 'website_schema', url: `${site.url}/silent` };
  silent = [own.add(body), own.api.post('channels', `${CHANNELS}/check`, { body })];
});

afterAll(async () => {
  await site.close();
  await own.close();
});

const add = (path: string) => own.add({ type: 'website_schema', url: `${site.url}${path}` });

async function connect(path: string): Promise<ChannelResponse> {
  pages.set(path, REVIEW);
  const { status, body } = await add(path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return own.crawled(body.channel.id);
}

describe('POST /channels/add', () => {
  it.each(Object.entries(HOSTILE))('refuses a page with %s as not valid', async (name, page) => {
    pages.set('/hostile', page());
    const refused = await add('/hostile');
    expect({ name, status: refused.status, code: refused.body.code }).toEqual({
      name,
      status: 422,
      code: 'profile_not_valid',
    });
  });

  it('refuses a page that takes too long, and accepts the next one', async () => {
    pages.set('/endless', 'ENDLESS');
    const refused = await add('/endless');
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      422,
      'profile_not_valid',
      'url',
    ]);
    expect(await connect('/next')).toMatchObject({ status: 'active', name: 'Acme Cup' });
  });
});

describe('a crawl of a page that turned hostile', () => {
  it('ends with parse_failed, while the service responds and other channels are crawled', async () => {
    const turned = await connect('/turned');
    const other = await connect('/other');
    pages.set('/turned', `${REVIEW} ENDLESS`);
    for (const { id } of [turned, other]) await own.api.post('channels', `/public/v1/channels/refresh/${id}`);
    const live = await eventually(
      async () => {
        const { status } = await own.world.anonymous().get('channels', '/health/live');
        return { status, crawling: (await own.get(turned.id)).crawling };
      },
      ({ crawling }) => crawling,
      'the hostile page to be read',
      { intervalMs: 10 },
    );
    expect(live).toEqual({ status: 200, crawling: true });
    expect(await own.crawled(other.id)).toMatchObject({ status: 'active' });
    expect(await own.crawled(turned.id)).toMatchObject({
      status: 'error',
      error_code: 'parse_failed',
      reviews: turned.reviews,
    });
  });
});

describe('a website that does not respond', () => {
  it('is refused with a code of its own, which clients do not repeat', async () => {
    for (const refused of await Promise.all(silent)) {
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([
        422,
        'profile_check_timeout',
        'url',
      ]);
      expect(refused.headers.get('retry-after')).toBeNull();
    }
  });
});
