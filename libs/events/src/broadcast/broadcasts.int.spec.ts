import 'reflect-metadata';
import { type DomainEvent, reviewUpdated, widgetChanged } from '@plaudit/contracts';
import { buildEvent, eventually } from '@plaudit/testing';
import { eventContext } from '../event-context';
import { EventsWorld } from '../fixtures/events-world';
import { Broadcast, BroadcastGap } from './broadcast.decorator';
import { Broadcasts } from './broadcasts';

class WidgetCache {
  readonly received: string[] = [];
  causes: unknown[] = [];
  gaps = 0;

  @Broadcast(widgetChanged)
  @Broadcast(reviewUpdated)
  invalidate(event: DomainEvent): void {
    this.received.push(event.id);
    this.causes.push(eventContext.current()?.causationId);
    if (event.subject === '13') throw new Error('the cache failed');
  }

  @BroadcastGap()
  async clear(): Promise<void> {
    this.gaps += 1;
  }
}

describe('Broadcasts', () => {
  let world: EventsWorld;
  const started: Broadcasts[] = [];

  beforeEach(async () => {
    world = await EventsWorld.start(['ai']);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((broadcasts) => broadcasts.stop()));
    await world.close();
  });

  async function replica(): Promise<WidgetCache> {
    const { link } = await world.replica('ai');
    const cache = new WidgetCache();
    const broadcasts = new Broadcasts(link);
    broadcasts.discover({
      getProviders: () => [{ instance: cache }, { instance: undefined }],
      getControllers: () => [{ instance: cache }],
    });
    broadcasts.start();
    started.push(broadcasts);
    await eventually(
      () => cache.gaps,
      (gaps) => gaps === 1,
      'the subscription',
    );
    return cache;
  }

  it('delivers each event to every replica once', async () => {
    const caches = [await replica(), await replica()];
    const events = [buildEvent(widgetChanged), buildEvent(reviewUpdated)];
    await world.publish(...events);
    for (const cache of caches) {
      await eventually(
        () => cache.received,
        (received) => received.length === 2,
        'both events',
      );
      expect(cache.received).toEqual(events.map(({ id }) => id));
      expect(cache.causes).toEqual(cache.received);
    }
  });

  it('continues after a method that throws and after an invalid message', async () => {
    const cache = await replica();
    const client = await world.client();
    client.publish('widget.changed.v1.1.1', 'nonsense');
    await world.publish(buildEvent(widgetChanged, { subject: '13' }), buildEvent(widgetChanged));
    await eventually(
      () => cache.received,
      (received) => received.length === 2,
      'both events',
    );
  });

  it('reports a gap after NATS was down, as soon as it receives events again', async () => {
    const cache = await replica();
    await world.nats.kill();
    await world.nats.restart();
    await eventually(
      () => cache.gaps,
      (gaps) => gaps === 2,
      'the gap',
    );
    await world.publish(buildEvent(widgetChanged));
    await eventually(
      () => cache.received,
      (received) => received.length === 1,
      'the event',
    );
  });
});
