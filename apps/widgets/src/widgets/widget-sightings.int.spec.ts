import { Module } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { EmbedWorld, type Shop } from '../embed/embed-world.suite';
import { widgetsService } from '../service';
import { WidgetsModule } from '../widgets.module';

class SetClock extends Clock {
  time = new Date('2026-11-21T10:59:59Z');

  override now(): Date {
    return this.time;
  }
}

describe('last_seen_on of a widget', () => {
  const clock = new SetClock();
  let embed: EmbedWorld;
  let shop: Shop;

  beforeAll(async () => {
    @Module({ imports: [{ module: WidgetsModule, providers: [{ provide: Clock, useValue: clock }] }] })
    class WidgetsOnClock {}
    embed = await EmbedWorld.start({}, { ...widgetsService, module: WidgetsOnClock });
    shop = embed.newShop();
  });
  beforeEach(() => {
    clock.time = new Date('2026-11-21T10:59:59Z');
  });
  afterAll(() => embed.close());

  async function lastSeen(id: number): Promise<string | null> {
    const { body } = await shop.client.get('widgets', `/public/v1/widgets/get/${id}`);
    return body.last_seen_on as string | null;
  }

  it('is the hour of the last response with its data, also of one without a body', async () => {
    const { id, key } = await shop.widget();
    const first = await shop.json(key);
    expect(await lastSeen(id)).toBe('2026-11-21 10:00:00');
    clock.time = new Date('2026-11-21T11:00:00Z');
    const known = { 'if-none-match': first.headers.get('etag') as string };
    expect((await shop.json(key, known)).status).toBe(304);
    expect(await lastSeen(id)).toBe('2026-11-21 11:00:00');
  });

  it('stays empty if the data was refused or could not be made', async () => {
    const { id, key } = await shop.widget({ access: { allowed_domains: ['shop.example'] } });
    expect((await shop.json(key, { origin: 'https://other.example' })).status).toBe(403);
    embed.world.expectErrors(/reviews/);
    embed.reviews.fail();
    expect((await shop.json(key, { origin: 'https://shop.example' })).status).toBe(503);
    embed.reviews.recover();
    expect((await shop.page(key)).status).toBe(403);
    expect(await lastSeen(id)).toBeNull();
    expect((await shop.json(key, { origin: 'https://shop.example' })).status).toBe(200);
    expect(await lastSeen(id)).toBe('2026-11-21 10:00:00');
  });

  it('never keeps a visitor from the data, and is stored later if it could not be stored', async () => {
    const { id, key } = await shop.widget();
    const { admin } = embed.world;
    await admin.query('alter table widgets.widgets rename column last_seen_on to seen_on');
    try {
      expect((await shop.json(key)).status).toBe(200);
    } finally {
      await admin.query('alter table widgets.widgets rename column seen_on to last_seen_on');
    }
    expect(await lastSeen(id)).toBeNull();
    expect((await shop.json(key)).status).toBe(200);
    expect(await lastSeen(id)).toBe('2026-11-21 10:00:00');
  });
});
