import { isDeepStrictEqual } from 'node:util';
import { Controller, Module } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { applyTopology } from '@plaudit/events';
import {
  buildEvent,
  type HttpResult,
  deleteDurable,
  deleteStream,
  eventually,
  startWorld,
  type World,
} from '@plaudit/testing';
import { ServiceEnv } from '../env/service-env';
import { defineService } from './define-service';

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

  const ready = () => world.anonymous().get('widgets', '/health/ready');
  const readiness = (status: number): Promise<HttpResult> =>
    eventually(ready, (response) => response.status === status, `readiness ${status}`);
  /** If the machine pauses, the database check may also fail for a moment. */
  const consumersOnlyDown = (): Promise<HttpResult> =>
    eventually(
      ready,
      ({ status, body }) => status === 503 && isDeepStrictEqual(Object.keys(body.error), ['consumers']),
      'only the consumers to be down',
    );
  const reasons = () =>
    world.logs.lines.flatMap(({ context, message }) => {
      const { reason } = message as { reason?: string };
      return context === 'Readiness' && reason ? [reason] : [];
    });
  const handlesAnEvent = async (): Promise<void> => {
    const event = buildEvent(reviewCreated);
    await world.publish(event);
    await eventually(
      () => handled,
      (ids) => ids.includes(event.id),
      'the event to be handled',
    );
  };

  it('reports a deleted durable until the topology is applied', async () => {
    await readiness(200);
    await handlesAnEvent();
    await deleteDurable(world.natsUrl, 'widgets__review');
    const { body } = await consumersOnlyDown();
    expect(body.error).toEqual({ consumers: { status: 'down' } });
    expect(reasons()).toContain(
      'durable widgets__review of stream EVENTS is missing; run "npm run topology"',
    );
    expect(await world.anonymous().get('widgets', '/health/live')).toMatchObject({ status: 200 });
    await applyTopology(world.natsUrl);
    await readiness(200);
    await handlesAnEvent();
  });

  it('reports a deleted stream until the topology is applied', async () => {
    await deleteStream(world.natsUrl, 'EVENTS');
    await consumersOnlyDown();
    expect(reasons().at(-1)).toContain('of stream EVENTS is missing; run "npm run topology"');
    await applyTopology(world.natsUrl);
    await readiness(200);
    await handlesAnEvent();
  });

  it('stays ready while NATS is down, because requests do not need it', async () => {
    await world.nats.kill();
    await readiness(200);
    await world.nats.restart();
    await handlesAnEvent();
    expect(world.logs.errors()).toEqual([]);
  });
});
