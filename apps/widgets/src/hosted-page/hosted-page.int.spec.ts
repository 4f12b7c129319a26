import { channelConnected } from '@plaudit/contracts';
import { buildChannel, type Caller, eventually, type HttpResult } from '@plaudit/testing';
import { EmbedWorld, PUBLIC_URL, type Shop } from '../embed/embed-world.suite';

const OWN = { source_id: 3, channel_id: null, label: 'Website', platform: 'custom' };

describe('pages and images of widgets', () => {
  let embed: EmbedWorld;
  let visitor: Caller;
  let shop: Shop;

  beforeAll(async () => {
    embed = await EmbedWorld.start();
    ({ visitor } = embed);
  });
  beforeEach(() => {
    shop = embed.newShop();
  });
  afterEach(() => embed.reviews.recover());
  afterAll(() => embed.close());

  const get = (path: string, headers: Record<string, string> = {}): Promise<HttpResult> =>
    visitor.get('widgets', path, { headers });
  const image = (key: string, query = ''): Promise<HttpResult> => get(`/embed/v1/widgets/${key}.svg${query}`);
  const oembed = (url: string, more = ''): Promise<HttpResult> =>
    get(`/embed/v1/oembed?url=${encodeURIComponent(url)}${more}`);

  async function connect(name: string, reviews: number): Promise<void> {
    const data = buildChannel({
      id: shop.subAccountId * 10 + reviews,
      name,
      reviews,
      score: 4.6,
      rating_scale: 5,
    });
    await shop.channelEvent({ aggregateversion: 1, data }, channelConnected);
  }

  it('name the company as the largest shown channel does, on the page, in the snippet and in oEmbed', async () => {
    const { id, key } = await shop.widget({ header: { title: 'What guests say' } });
    shop.review({ text: 'Crisp & bold <script>' });
    expect((await get(`/w/${key}`)).body).toContain('<title>Customer reviews</title>');
    await connect('Small Branch', 2);
    await connect('Acme <Bakery>', 9);
    const page = await eventually(
      () => get(`/w/${key}`),
      ({ body }) => String(body).includes('Reviews of Acme'),
      'the channels to arrive',
    );
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.body).toContain('<title>Reviews of Acme &lt;Bakery&gt;</title>');
    expect(page.body).toContain('Crisp &amp; bold &lt;script&gt;');
    const { body: widget } = await shop.client.get('widgets', `/public/v1/widgets/get/${id}`);
    expect(widget.embed.html).toContain('>Reviews of Acme &lt;Bakery&gt;</a>');
    expect((await oembed(`${PUBLIC_URL}/w/${key}?lang=de`)).body).toMatchObject({
      title: expect.stringMatching(/^Bewertungen .*Acme <Bakery>$/),
    });
  });

  it('lead to all reviews without JavaScript, page by page', async () => {
    const { key } = await shop.widget({}, 'badge');
    for (let n = 1; n <= 23; n += 1) shop.review({ text: `Review no ${n}.` });
    const first = await get(`/w/${key}?lang=fr`);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(String(first.body))?.[1]?.replaceAll('&amp;', '&');
    const second = await get(next as string);
    const seen = [first, second].flatMap(({ body }) => String(body).match(/Review no \d+\./g) ?? []);
    expect(new Set(seen).size).toBe(23);
    expect(second.body).toContain('<html lang="fr"');
    expect(second.body).not.toContain('rel="next"');
    const other = await shop.widget();
    const cursor = new URL(next as string, PUBLIC_URL).searchParams.get('cursor') ?? '';
    expect(await get(`/w/${other.key}?cursor=${cursor}`)).toMatchObject({ status: 400 });
  });

  it.each([
    ['/w/w_0000000000000000', 404, 'This page does not exist'],
    ['/w/nonsense', 404, 'This page does not exist'],
    ['/w/', 404, 'This page does not exist'],
    ['/embed/v1/widgets/w_0000000000000000.html', 404, 'This page does not exist'],
    [`/w/w_0000000000000000?lang=${'x'.repeat(36)}`, 400, 'This link does not work'],
    ['/w/w_0000000000000000?lang=de', 404, 'Diese Seite gibt es nicht'],
  ])('answer an error of %s as a page with status %i', async (path, status, heading) => {
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const response = await get(path, { accept });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(response.body).toContain(`<h1>${heading}</h1>`);
    }
  });

  it("write an error in the visitor's language and direction, and let websites frame it", async () => {
    const { body, headers } = await get('/embed/v1/widgets/w_0.html', {
      'accept-language': 'he-IL, en;q=0.5',
    });
    expect(body).toContain('<html lang="he" dir="rtl">');
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
  });

  it('tell that an inactive widget is not available, and leave a frame and an image empty', async () => {
    const { id, key } = await shop.widget();
    shop.review();
    await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, { body: { active: false } });
    const page = await get(`/w/${key}`, { 'accept-language': 'it' });
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/<html lang="it"[^]*noindex[^]*<h1>/);
    expect((await get(`/embed/v1/widgets/${key}.html`)).body).not.toContain('<main>');
    expect(await image(key)).toMatchObject({ status: 200, body: expect.stringContaining('width="1"') });
    expect(await oembed(`${PUBLIC_URL}/w/${key}`)).toMatchObject({ status: 404 });
  });

  it('draw the rating as an image in the language and theme that are asked for', async () => {
    const { key } = await shop.widget({ style: { star_color: '#123456' } }, 'carousel');
    shop.review({ rating_value: 5 });
    shop.review({ rating_value: 4 });
    const plain = await image(key, '?lang=de');
    expect(plain.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(plain.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(plain.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(plain.body).toMatch(/<title>[^<]*4,5[^<]*2 Bewertungen<\/title>/);
    expect(plain.body).toContain('#123456');
    const dark = await image(key, '?theme=dark');
    expect(dark.body).toContain('#181b21');
    expect(dark.body).not.toContain('#123456');
    const etag = plain.headers.get('etag') as string;
    expect(await get(`/embed/v1/widgets/${key}.svg?lang=de`, { 'if-none-match': etag })).toMatchObject({
      status: 304,
    });
    shop.review({ rating_value: 3 });
    expect((await image(key, '?lang=de')).body).toContain('3 Bewertungen');
    expect(await image(key, '?theme=pink')).toMatchObject({ status: 400, body: { field: 'theme' } });
  });

  it('never show a broken image: for an empty, hidden, unknown or unreadable widget the image is blank', async () => {
    const { key } = await shop.widget({}, 'badge');
    const blank = expect.stringMatching(/^<svg xmlns="[^"]*" width="1" height="1"\/>$/) as string;
    expect(await image(key)).toMatchObject({ status: 200, body: blank });
    expect(await image('w_0000000000000000')).toMatchObject({ status: 404, body: blank });
    shop.review();
    const hidden = await shop.widget({ behavior: { hide_when_empty: true, min_reviews: 2 } });
    expect(await image(hidden.key)).toMatchObject({ status: 200, body: blank });
    embed.reviews.fail();
    const failed = await image(key, '?lang=nl');
    expect(failed).toMatchObject({ status: 503, body: blank });
    expect(failed.headers.get('cache-control')).toBe('no-store');
    expect(failed.headers.get('retry-after')).toBe('2');
    expect(failed.headers.get('etag')).toBeNull();
  });

  it('offer the frame of a page to editors, by oEmbed', async () => {
    const { key } = await shop.widget({ access: { allowed_domains: ['shop.example'] } });
    const found = await oembed(`${PUBLIC_URL}/w/${key}`, '&maxwidth=400&maxheight=100&format=json');
    expect(found.status).toBe(200);
    expect(found.headers.get('access-control-allow-origin')).toBe('*');
    expect(found.body).toMatchObject({ type: 'rich', version: '1.0', width: 400, height: 100 });
    expect(await oembed(`${PUBLIC_URL}/w/${key}`, '&maxwidth=4')).toMatchObject({
      status: 200,
      body: { width: 4 },
    });
    const source = /src="([^"]*)"/.exec(String(found.body.html))?.[1] ?? '';
    const frame = await get(source.slice(PUBLIC_URL.length));
    expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self' shop.example");
    expect(frame.headers.get('cross-origin-embedder-policy')).toBe('credentialless');
    expect(await oembed('https://elsewhere.example/w/x')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await oembed(`${PUBLIC_URL}/w/w_0000000000000000`)).toMatchObject({ status: 404 });
    expect(await oembed(`${PUBLIC_URL}/w/${key}`, '&format=xml')).toMatchObject({
      status: 501,
      body: { field: 'format' },
    });
    expect(await oembed(`${PUBLIC_URL}/w/${key}`, '&maxwidth=0')).toMatchObject({
      status: 400,
      body: { field: 'maxwidth' },
    });
    expect(await get('/embed/v1/oembed')).toMatchObject({ status: 400, body: { field: 'url' } });
  });

  it('describe to search engines only reviews of own sources, and only if the owner wants it', async () => {
    const seo = { json_ld: true, item_type: 'Product', item_name: 'Rye Bread' };
    const own = await shop.widget({ seo });
    const collected = await shop.widget({ seo, source: { channels: [77] } });
    const silent = await shop.widget({});
    shop.review({ text: 'From a platform.', rating_value: 1 });
    expect((await get(`/w/${own.key}`)).body).not.toContain('ld+json');
    shop.review({ ...OWN, text: 'From the website.', rating_value: 4 });
    const { body } = await get(`/w/${own.key}`);
    const data = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(String(body))?.[1] ?? '{}');
    expect(data).toMatchObject({ '@type': 'Product', aggregateRating: { ratingValue: 4, ratingCount: 1 } });
    expect(data.review.map(({ reviewBody }: { reviewBody: string }) => reviewBody)).toEqual([
      'From the website.',
    ]);
    for (const { key } of [collected, silent]) expect((await get(`/w/${key}`)).body).not.toContain('ld+json');
    expect((await get(`/embed/v1/widgets/${own.key}.html`)).body).not.toContain('ld+json');
  });
});
