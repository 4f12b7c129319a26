import { createDataSource, Database, serviceDatabaseUrl } from '@plaudit/database';
import {
  cloneDatabase,
  eventually,
  type FixtureHandler,
  type FixtureResponse,
  type FixtureServer,
  serviceTemplate,
  startFixtureServer,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
} from '@plaudit/testing';
import sharp from 'sharp';
import { PUBLIC_URL, EmbedWorld, type Shop } from '../embed/embed-world.suite';
import { widgetsService } from '../service';
import { ImagesRepository } from './images.repository';

describe('ImagesRepository', () => {
  let clone: TestDatabase;
  let database: Database;
  let images: ImagesRepository;

  beforeAll(async () => {
    clone = await cloneDatabase({ template: await serviceTemplate([widgetsService]) });
    const dataSource = createDataSource({
      url: serviceDatabaseUrl(clone.adminUrl, 'widgets', TEST_ROLE_PASSWORD),
      schema: 'widgets',
      entities: widgetsService.entities,
      migrations: [],
    });
    await dataSource.initialize();
    database = new Database(dataSource, 'widgets');
    images = new ImagesRepository(database);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await clone.drop();
  });

  const stored = ['shown', 'requested', 'unused'].map((hash) => ({
    hash,
    url: `https://cdn.example/${hash}`,
  }));

  it('purges an image that no response mentioned and no visitor requested for 90 days', async () => {
    await images.save(1, stored);
    await images.purge();
    await database.query("update images set used_on = now() - interval '91 days'");
    await images.save(
      1,
      stored.filter(({ hash }) => hash === 'shown'),
    );
    expect(await images.find('requested')).toEqual({
      url: 'https://cdn.example/requested',
      account_id: 1,
    });
    await images.purge();
    expect(await database.query('select hash from images order by hash')).toEqual([
      { hash: 'requested' },
      { hash: 'shown' },
    ]);
  });
});

describe('GET /embed/v1/img', () => {
  let embed: EmbedWorld;
  let shop: Shop;
  let platform: FixtureServer;
  let answer: FixtureHandler;

  beforeAll(async () => {
    embed = await EmbedWorld.start({ IMAGE_MISSES_PER_MINUTE: '3' });
    const png = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const vast = await sharp({
      create: { width: 8_000, height: 6_250, channels: 3, background: '#c00' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    answer = ({ path }): FixtureResponse => {
      if (path === '/face.png') return { headers: { 'content-type': 'text/plain' }, body: png };
      if (path === '/face.svg')
        return {
          headers: { 'content-type': 'image/png' },
          body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        };
      if (path === '/huge.png') return { body: Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]) };
      if (path === '/broken.png') return { body: png.subarray(0, 60) };
      if (path.startsWith('/numbered/')) return { body: png };
      if (path === '/vast.png') return { body: vast };
      if (path === '/inside.png')
        return { status: 302, headers: { location: 'http://169.254.169.254/face.png' } };
      if (path === '/loop.png') return { status: 302, headers: { location: '/loop.png' } };
      return { status: 404 };
    };
    platform = await startFixtureServer(answer);
  });
  beforeEach(() => {
    shop = embed.newShop();
  });
  afterAll(async () => {
    await embed.close();
    await platform.close();
  });

  async function imageOf(path: string): Promise<URL> {
    const { key } = await shop.widget();
    shop.review({
      from_image: `${platform.url}${path}`,
      media: [{ type: 'image', url: `${platform.url}${path}`, src: `${platform.url}${path}` }],
    });
    const { body } = await shop.json(key);
    expect(JSON.stringify(body)).not.toContain(platform.url);
    const image = new URL(body.reviews[0].author.image);
    expect(image.origin).toBe(PUBLIC_URL);
    expect(body.reviews[0].media[0].thumb).toContain('w=144');
    return image;
  }

  async function fetchImage(image: URL, network?: string): Promise<Response> {
    const headers = {
      'x-plaudit-principal': embed.reviews.lastPrincipal,
      ...(network === undefined ? {} : { 'x-plaudit-client-network': network }),
    };
    return fetch(new URL(image.pathname + image.search, embed.world.url('widgets')), { headers });
  }

  it('returns a small WebP copy that caches may keep without limit', async () => {
    const response = await fetchImage(await imageOf('/face.png'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const copy = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(copy).toMatchObject({ format: 'webp', width: 96, height: 96 });
  });

  it.each(['/face.svg', '/huge.png', '/vast.png', '/broken.png', '/gone.png', '/inside.png', '/loop.png'])(
    'responds with 404 if the original is %s',
    async (path) => {
      expect((await fetchImage(await imageOf(path))).status).toBe(404);
    },
  );

  it('refuses a forged hash and a width that is not offered', async () => {
    const image = await imageOf('/face.png');
    const forged = new URL(image);
    forged.pathname = image.pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await fetchImage(forged)).status).toBe(404);
    const width = new URL(image);
    width.searchParams.set('w', '5000');
    expect((await fetchImage(width)).status).toBe(400);
  });

  /** Adds a review per image and returns the public URLs of the images. */
  async function numberedImages(name: string, count: number, { url } = platform): Promise<URL[]> {
    const { key } = await shop.widget({ source: { limit: 50 } });
    for (let n = 0; n < count; n += 1) {
      const from_image = `${url}/numbered/${name}/${n}.png`;
      shop.reviews.add(shop.subAccountId, { text: 'Fine', from_image });
    }
    const { body } = await shop.page(key, { limit: '50' });
    return body.reviews.map(({ author }: { author: { image: string } }) => new URL(author.image));
  }

  it('decodes at most two images at once', async () => {
    const images = await numberedImages('many', 24);
    let busiest = 0;
    let isDone = false;
    const watch = (): void => {
      const { queue, process } = sharp.counters();
      // An image that a thread takes from the queue between the two numbers would count twice. Only this thread adds to the queue.
      if (sharp.counters().queue === queue) busiest = Math.max(busiest, queue + process);
      if (!isDone) setImmediate(watch);
    };
    watch();
    const responses = await Promise.all(images.map((image) => fetchImage(image)));
    isDone = true;
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(busiest).toBeGreaterThan(0);
    expect(busiest).toBeLessThanOrEqual(2);
  });

  it('responds with 503, which no cache keeps, while too many images of a host are requested', async () => {
    const images = await numberedImages('slow', 40);
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    platform.handle(async (request) => {
      await gate;
      return answer(request);
    });
    let answered = 0;
    const responses = images.map(async (image) => {
      const response = await fetchImage(image);
      answered += 1;
      return response;
    });
    await eventually(
      () => answered,
      (count) => count === 4,
      'the requests beyond 4 running and 32 waiting ones',
    );
    open();
    const refused = (await Promise.all(responses)).filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const { status, headers } of refused) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    platform.handle(answer);
    expect((await fetchImage(images[39] as URL)).status).toBe(200);
  });

  it('serves the images of an account while those of another one hang on many hosts, also on the same host', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    let asked = 0;
    const slow: FixtureHandler = async (request) => {
      if (!request.path.startsWith('/numbered/hostile/')) return answer(request);
      asked += 1;
      await gate;
      return { status: 404 };
    };
    platform.handle(slow);
    const hosts = [
      platform,
      ...(await Promise.all(Array.from({ length: 5 }, () => startFixtureServer(slow)))),
    ];
    const hostile: URL[] = [];
    for (const host of hosts) {
      shop = embed.newShop();
      hostile.push(...(await numberedImages('hostile', 40, host)));
    }
    const ended = hostile.map((image) => fetchImage(image));
    await eventually(
      () => asked,
      (count) => count >= 8,
      'the hosts to be asked',
    );
    shop = embed.newShop(2);
    const [image] = (await numberedImages('other', 1)) as [URL];
    expect((await fetchImage(image)).status).toBe(200);
    open();
    await Promise.all(ended);
    platform.handle(answer);
    await Promise.all(hosts.slice(1).map((host) => host.close()));
  });

  it('limits how many images that are not cached a network may request', async () => {
    const [first, second, third, fourth] = (await numberedImages('limited', 4)) as [URL, URL, URL, URL];
    const [crowd, other] = ['203.0.113.7', '203.0.113.8'];
    for (const image of [first, second, third]) expect((await fetchImage(image, crowd)).status).toBe(200);
    const refused = await fetchImage(fourth, crowd);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetchImage(first, crowd)).status).toBe(200);
    expect((await fetchImage(fourth, other)).status).toBe(200);
    expect((await fetchImage(fourth, crowd)).status).toBe(200);
  });
});
