import { createDataSource, Database, serviceDatabaseUrl } from '@plaudit/database';
import {
  cloneDatabase,
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
    await images.save(stored);
    await images.purge();
    await database.query("update images set used_on = now() - interval '91 days'");
    await images.save(stored.filter(({ hash }) => hash === 'shown'));
    expect(await images.findUrl('requested')).toBe('https://cdn.example/requested');
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

  beforeAll(async () => {
    embed = await EmbedWorld.start();
    const png = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    platform = await startFixtureServer(({ path }) => {
      if (path === '/face.png') return { headers: { 'content-type': 'text/plain' }, body: png };
      if (path === '/face.svg')
        return {
          headers: { 'content-type': 'image/png' },
          body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        };
      if (path === '/huge.png') return { body: Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]) };
      if (path === '/broken.png') return { body: png.subarray(0, 60) };
      return { status: 404 };
    });
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
    await shop.review({
      from_image: `${platform.url}${path}`,
      media: [{ type: 'image', url: `${platform.url}${path}`, src: `${platform.url}${path}` }],
    });
    const { body } = await shop.json(key);
    expect(JSON.stringify(body)).not.toContain(platform.url);
    const image = new URL(body.reviews[0].author.image);
    expect(image.origin).toBe(PUBLIC_URL);
    expect(body.reviews[0].media[0].thumb).toContain('w=140');
    return image;
  }

  async function fetchImage(image: URL): Promise<Response> {
    const headers = { 'x-plaudit-principal': embed.reviews.lastPrincipal };
    return fetch(new URL(image.pathname + image.search, embed.world.url('widgets')), { headers });
  }

  it('returns a small WebP copy that caches may keep without limit', async () => {
    const response = await fetchImage(await imageOf('/face.png'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const copy = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(copy).toMatchObject({ format: 'webp', width: 80, height: 60 });
  });

  it.each(['/face.svg', '/huge.png', '/broken.png', '/gone.png'])(
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
});
