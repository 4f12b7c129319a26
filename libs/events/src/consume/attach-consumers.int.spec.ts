import 'reflect-metadata';
import { Controller, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type DomainEvent, DURABLES, reviewCreated } from '@plaudit/contracts';
import { buildEvent, eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import { QUICK_PARKED, QUICK_RECHECK, QUICK_RETRIES, type Replica } from '../fixtures/replica';
import { Inbox } from '../inbox/inbox';
import { attachConsumers } from './attach-consumers';
import { JetStreamStrategy } from './jetstream.strategy';
import { OnEvent } from './on-event.decorator';
import { PermanentError } from './retry-policy';

@Injectable()
class Notes implements OnModuleInit {
  readonly lines: string[] = [];
  inits = 0;

  onModuleInit(): void {
    this.inits += 1;
  }
}

@Controller()
class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly notes: Notes,
  ) {}

  @OnEvent(reviewCreated)
  async handle(event: DomainEvent): Promise<void> {
    if (event.subject === '13') throw new PermanentError('poison review');
    await this.inbox.once(event, 'OnReviewCreated', async () => {
      this.notes.lines.push(`first ${event.id}`);
    });
  }
}

let failures = 1;

@Controller()
class OnReviewCreatedToo {
  constructor(
    private readonly inbox: Inbox,
    private readonly notes: Notes,
  ) {}

  @OnEvent(reviewCreated)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnReviewCreatedToo', async () => {
      if (failures-- > 0) throw new Error('try again');
      this.notes.lines.push(`second ${event.id}`);
    });
  }
}

describe('attachConsumers', () => {
  let world: EventsWorld;
  let widgets: Replica;
  let app: NestFastifyApplication;
  let strategy: JetStreamStrategy;

  beforeAll(async () => {
    world = await EventsWorld.start(['widgets']);
    widgets = await world.replica('widgets');
    @Module({
      controllers: [OnReviewCreated, OnReviewCreatedToo],
      providers: [Notes, { provide: Inbox, useValue: widgets.inbox }],
    })
    class WidgetsModule {}
    app = await NestFactory.create<NestFastifyApplication>(WidgetsModule, new FastifyAdapter(), {
      logger: false,
    });
    strategy = new JetStreamStrategy(widgets.link, {
      durables: DURABLES.filter(({ service }) => service === 'widgets'),
      database: widgets.database,
      retries: QUICK_RETRIES,
      recheckMs: QUICK_RECHECK,
      parkedMs: QUICK_PARKED,
    });
    attachConsumers(app, strategy);
    await app.startAllMicroservices();
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const status = () => strategy.consumerStatus.find(({ durable }) => durable === 'widgets__review')!;

  it('calls all handlers of an event, and after a failure repeats only the failed one', async () => {
    const event = buildEvent(reviewCreated);
    await world.publish(event);
    await eventually(status, ({ handled }) => handled === 1, 'both handlers');
    // Handlers run concurrently, so the failed one may be called again before the other has ended.
    expect(app.get(Notes).lines.toSorted()).toEqual([`first ${event.id}`, `second ${event.id}`]);
    expect(status()).toMatchObject({ retried: 1, deadLettered: 0 });
  });

  it('passes a permanent error through the filters of Nest', async () => {
    await world.publish(buildEvent(reviewCreated, { subject: '13' }));
    await eventually(status, ({ deadLettered }) => deadLettered === 1, 'the dead letter');
  });

  it('does not run the init hooks of the application twice', () => {
    expect(app.get(Notes).inits).toBe(1);
  });
});
