import { startWorld, type World } from '@plaudit/testing';
import { aiService } from '../service';

describe('POST /internal/translations', () => {
  let world: World;
  beforeAll(async () => (world = await startWorld({ services: [{ definition: aiService }], nats: false })));
  afterAll(() => world.close());

  const translate = (body: unknown) => world.as().post('ai', '/internal/translations', { body });
  const text = { text: 'Guten Tag', language: 'de' };

  it('reports every text as unavailable, because no translation provider can be configured', async () => {
    const unavailable = { text: null, gap: 'unavailable' };
    expect(await translate({ language: 'pt-BR', texts: [text, { ...text, language: null }] })).toMatchObject({
      status: 200,
      body: { provider: null, translations: [unavailable, unavailable] },
    });
  });

  it.each([
    ['language', { language: 'french', texts: [text] }],
    ['texts', { language: 'fr', texts: [] }],
    ['texts', { language: 'fr', texts: Array.from({ length: 101 }, () => text) }],
    ['texts[0].text', { language: 'fr', texts: [{ text: 'x'.repeat(5_001), language: null }] }],
  ])('refuses an invalid %s', async (field, body) => {
    expect(await translate(body)).toMatchObject({ status: 400, body: { field } });
  });

  it('refuses a request without a principal', async () => {
    const body = { language: 'fr', texts: [text] };
    expect(await world.anonymous().post('ai', '/internal/translations', { body })).toMatchObject({
      status: 401,
    });
  });
});
