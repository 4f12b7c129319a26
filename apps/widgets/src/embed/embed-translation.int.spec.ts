import { Module } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { HttpResult } from '@plaudit/testing';
import { widgetsService } from '../service';
import { WidgetsModule } from '../widgets.module';
import { EmbedWorld, type Shop, texts } from './embed-world.suite';

class MovedClock extends Clock {
  private ahead = 0;

  override now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  move(ms: number): void {
    this.ahead += ms;
  }
}

/** ETags of a body with and without all translations. */
const WHOLE = /^"1-\d+-en"$/;
const PARTIAL = /^"1-\d+-en-partial-\w{12}"$/;

describe('a widget with translate_to', () => {
  const clock = new MovedClock();
  let embed: EmbedWorld;
  let shop: Shop;

  beforeAll(async () => {
    @Module({ imports: [{ module: WidgetsModule, providers: [{ provide: Clock, useValue: clock }] }] })
    class WidgetsOnClock {}
    embed = await EmbedWorld.start({}, { ...widgetsService, module: WidgetsOnClock });
  });
  beforeEach(() => {
    embed.reviews.recover();
    embed.reviews.translate((text) => `[${text}]`);
    shop = embed.newShop();
  });
  afterAll(() => embed.close());

  const widget = (translate_to: string | null = 'pt-br') => shop.widget({ source: { translate_to } });
  const hosted = (key: string): Promise<HttpResult> => embed.visitor.get('widgets', `/w/${key}`);
  const etagOf = ({ headers }: HttpResult): string => headers.get('etag') as string;

  it('shows translations in all its forms, with their language', async () => {
    const { key } = await widget();
    await shop.review({ text: 'Gutes Brot', language: 'de' });
    const json = await shop.json(key);
    expect(json.body.reviews).toMatchObject([{ text: '[Gutes Brot]', language: 'pt-BR', translated: true }]);
    expect(etagOf(json)).toMatch(WHOLE);
    expect(texts((await shop.page(key)).body)).toEqual(['[Gutes Brot]']);
    expect((await hosted(key)).body).toContain('[Gutes Brot]');
    expect(JSON.stringify(json.body)).not.toContain('text_original');
  });

  it('requests them for its account, and waits at most a second, or not at all for a search', async () => {
    const { key } = await widget();
    await shop.review({ text: 'Gutes Brot' });
    const before = embed.reviews.translationsWanted.length;
    await shop.json(key);
    await shop.page(key, { q: 'brot' });
    expect(embed.reviews.translationsWanted.slice(before)).toEqual([
      { account_id: 1, language: 'pt-BR', wait_ms: 1_000 },
      { account_id: 1, language: 'pt-BR', wait_ms: 0 },
    ]);
  });

  it.each([null, 'fil'])('requests none for the language %p', async (language) => {
    const { key } = await widget(language);
    await shop.review({ text: 'Gutes Brot' });
    expect(texts((await shop.json(key)).body)).toEqual(['Gutes Brot']);
    expect(embed.reviews.translationsWanted.at(-1)).toBeUndefined();
  });

  it('does not call a text translated that is in the language already', async () => {
    embed.reviews.translate((text) => text);
    const { key } = await widget();
    await shop.review({ text: 'Bom', language: 'pt' });
    const json = await shop.json(key);
    expect(json.body.reviews).toMatchObject([{ text: 'Bom', language: 'pt', translated: false }]);
    expect(etagOf(json)).toMatch(WHOLE);
  });

  it('shows originals that are not translated yet for 15 seconds, and then asks again', async () => {
    embed.reviews.translate((text) => (text === 'Neu' ? null : `[${text}]`));
    const { key } = await widget();
    await shop.review({ text: 'Alt', posted_on: '2026-01-01 00:00:00' });
    await shop.review({ text: 'Neu', posted_on: '2026-01-02 00:00:00' });
    const early = [await shop.json(key), await shop.page(key), await hosted(key)];
    expect(early[0]?.body.reviews).toMatchObject([
      { text: 'Neu', translated: false },
      { text: '[Alt]', translated: true },
    ]);
    const etag = etagOf(early[0] as HttpResult);
    expect(etag).toMatch(PARTIAL);
    expect(await shop.json(key, { 'if-none-match': etag })).toMatchObject({ status: 304 });

    embed.reviews.translate((text) => `[${text}]`);
    const asked = embed.reviews.requestCount;
    expect(texts((await shop.json(key)).body)).toEqual(['Neu', '[Alt]']);
    expect(embed.reviews.requestCount).toBe(asked);

    const whole = etag.replace(/-partial-\w+/, '');
    clock.move(16_000);
    const late = await shop.json(key, { 'if-none-match': etag });
    expect({ status: late.status, texts: texts(late.body), etag: etagOf(late) }).toEqual({
      status: 200,
      texts: ['[Neu]', '[Alt]'],
      etag: whole,
    });
    expect(texts((await shop.page(key)).body)).toEqual(['[Neu]', '[Alt]']);
    expect((await hosted(key)).body).toContain('[Neu]');
    clock.move(3_600_000);
    expect(await shop.json(key, { 'if-none-match': whole })).toMatchObject({ status: 304 });
  });

  it('shows the originals while requests for translations fail', async () => {
    const { key } = await widget();
    await shop.review({ text: 'Gutes Brot' });
    embed.reviews.failTranslations();
    const json = await shop.json(key);
    expect(json.body.reviews).toMatchObject([{ text: 'Gutes Brot', translated: false }]);
    expect(etagOf(json)).toMatch(PARTIAL);
    expect(json.headers.get('cache-control')).toBe('public, max-age=0, stale-if-error=86400');
  });
});
