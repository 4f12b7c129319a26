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
import { PUBLIC_URL, PublicSide, type Shop } from '../embed/public-side.suite';
import { widgetsService } from '../service';
import { ImagesRepository } from './images.repository';

describe('known pictures', () => {
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

  const pictures = ['shown', 'asked', 'forgotten'].map((hash) => ({
    hash,
    url: `https://cdn.example/${hash}`,
  }));

  it('are forgotten once no answer has named them and nobody has asked for them for 90 days', async () => {
    await images.save(pictures);
    await images.purge();
    await database.query("update images set used_on = now() - interval '91 days'");
    await images.save(pictures.filter(({ hash }) => hash === 'shown'));
    expect(await images.findUrl('asked')).toBe('https://cdn.example/asked');
    await images.purge();
    expect(await database.query('select hash from images order by hash')).toEqual([
      { hash: 'asked' },
      { hash: 'shown' },
    ]);
  });
});

describe('pictures', () => {
  let own: PublicSide;
  let shop: Shop;
  let platform: FixtureServer;

  beforeAll(async () => {
    own = await PublicSide.start();
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
    shop = own.newShop();
  });
  afterAll(async () => {
    await own.close();
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
    const headers = { 'x-plaudit-principal': own.reviews.lastPrincipal };
    return fetch(new URL(image.pathname + image.search, own.world.url('widgets')), { headers });
  }

  it('are our own small copies, kept for ever', async () => {
    const answer = await fetchImage(await imageOf('/face.png'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const copy = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(copy).toMatchObject({ format: 'webp', width: 80, height: 60 });
  });

  it.each(['/face.svg', '/huge.png', '/broken.png', '/gone.png'])('are not made of %s', async (path) => {
    expect((await fetchImage(await imageOf(path))).status).toBe(404);
  });

  it('are fetched only from addresses that we gave out', async () => {
    const image = await imageOf('/face.png');
    const forged = new URL(image);
    forged.pathname = image.pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await fetchImage(forged)).status).toBe(404);
    const width = new URL(image);
    width.searchParams.set('w', '5000');
    expect((await fetchImage(width)).status).toBe(400);
  });
});
