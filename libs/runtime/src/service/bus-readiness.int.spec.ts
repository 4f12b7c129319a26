import { Controller, Module } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { applyTopology } from '@plaudit/events';
import {
  buildEvent,
  deleteDurable,
  deleteStream,
  eventually,
  Exposition,
  startGuardedNats,
  startWorld,
  type World,
} from '@plaudit/testing';
import { ServiceEnv } from '../env/service-env';
import { defineService } from './define-service';
import { startServices } from './start-services';

const handled: string[] = [];

@Controller()
class OnReviewCreated {
  @EventPattern(reviewCreated.pattern)
  handle(@Payload() event: DomainEvent): void {
    handled.push(event.id);
  }
}

@Module({ controllers: [OnReviewCreated] })
class WidgetsModule {}

const widgets = defineService({
  name: 'widgets',
  summary: 'A service that consumes review events',
  env: ServiceEnv,
  module: WidgetsModule,
  consumes: ['review'],
  entities: [],
  migrations: [],
});

describe('readiness of a consuming service', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: widgets }] });
  });
  afterAll(() => world.close());

  const isReady = async (): Promise<boolean> => {
    const { status } = await world.anonymous().get('widgets', '/health/ready');
    return status === 200;
  };
  const handlesAnEvent = async (): Promise<void> => {
    const event = buildEvent(reviewCreated);
    await world.publish(event);
    await eventually(
      () => handled,
      (ids) => ids.includes(event.id),
      'the event to be handled',
    );
  };

  it.each([
    ['a durable', () => deleteDurable(world.natsUrl, 'widgets__review')],
    ['the stream', () => deleteStream(world.natsUrl, 'EVENTS')],
  ])('does not need %s, whose loss the metrics show', async (_what, lose) => {
    await eventually(isReady, (ready) => ready, 'the service to be ready');
    await handlesAnEvent();
    await lose();
    await eventually(
      async () => (await fetch(world.metricsUrl)).text(),
      (text) => /^plaudit_consumer_pulling\{.*durable="widgets__review",stream="EVENTS".*\} 0$/m.test(text),
      'the metric of the durable',
    );
    expect(await isReady()).toBe(true);
    await applyTopology(world.natsUrl);
    await handlesAnEvent();
  });

  it('needs a NATS that lets it in, and says once why it is not', async () => {
    const nats = await startGuardedNats();
    await applyTopology(nats.urlOf('admin'));
    world.expectErrors(/NATS refused the user widgets/);
    const settings = {
      ...world.settings('widgets'),
      NATS_URL: nats.urlOf('widgets').replace('password-of-widgets', 'of-another'),
    };
    const replica = await startServices([{ definition: widgets, settings }]);
    const ready = async () => {
      const response = await fetch(`${replica.url('widgets')}/health/ready`);
      return { status: response.status, body: (await response.json()) as { error: object } };
    };
    const { body } = await eventually(ready, ({ status }) => status === 503, 'the replica not to be ready');
    expect(body.error).toEqual({ nats: { status: 'down' } });
    const logged = world.logs.lines.filter((line) =>
      JSON.stringify(line).includes('NATS refused the user widgets'),
    );
    expect(logged.map(({ context, level }) => `${context} ${level}`)).toEqual([
      'NatsLink error',
      'Readiness warn',
    ]);
    await nats.setPassword('widgets', 'of-another');
    await eventually(ready, ({ status }) => status === 200, 'the replica to be ready');
    await replica.close();
    await nats.stop();
  });

  it('does not need NATS, whose loss and return the metrics show', async () => {
    const connected = (value: number): Promise<Exposition> =>
      eventually(
        () => Exposition.fetch(world.metricsUrl),
        (found) => found.sum('plaudit_nats_connected') === value,
        `plaudit_nats_connected to be ${value}`,
      );
    await connected(1);
    await world.nats.kill();
    expect((await connected(0)).sum('plaudit_nats_reconnects_total')).toBe(0);
    expect(await isReady()).toBe(true);
    await world.nats.restart();
    expect((await connected(1)).sum('plaudit_nats_reconnects_total')).toBe(1);
    await handlesAnEvent();
  });
});
