import { Controller, Logger, Module, Post } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { buildReview, eventually, Exposition, startWorld, type World } from '@plaudit/testing';
import { currentContext } from '../context';
import { ServiceEnv } from '../env/service-env';
import { Open } from '../principal/scoped.decorator';
import { defineService } from './define-service';

const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const handled: { event: DomainEvent; context: ReturnType<typeof currentContext> }[] = [];

@Controller('public/v1/reviews')
class AddingController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @Post('add')
  @Open()
  async add(): Promise<object> {
    const event = { accountId: 7, subAccountId: 12, subject: 1, version: 1, data: buildReview({ id: 1 }) };
    return this.database.transaction((tx) => this.outbox.add(tx, reviewCreated, event));
  }
}

@Controller()
class OnReviewCreated {
  private readonly logger = new Logger(OnReviewCreated.name);

  @EventPattern(reviewCreated.pattern)
  handle(@Payload() event: DomainEvent<ReviewPayload>): void {
    this.logger.log('Handled an event');
    handled.push({ event, context: currentContext() });
  }
}

@Module({ controllers: [AddingController] })
class ReviewsModule {}

@Module({ controllers: [OnReviewCreated] })
class WidgetsModule {}

const common = { summary: 'A service of a spec', env: ServiceEnv, entities: [], migrations: [] };
const reviews = defineService({ ...common, name: 'reviews', module: ReviewsModule });
const widgets = defineService({ ...common, name: 'widgets', module: WidgetsModule, consumes: ['review'] });

describe('events of a request', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reviews }, { definition: widgets }] });
  });
  afterAll(() => world.close());

  it('creates the daily partitions of its event tables when it starts', async () => {
    const tables = ['inbox', 'outbox_sent'];
    const partitions = await world.admin.query<{ exists: boolean }>(
      `select to_regclass('widgets.' || name || to_char(now() at time zone 'UTC' + interval '1 day', '_YYYYMMDD'))
                is not null as exists
       from unnest($1::text[]) name`,
      [tables],
    );
    expect(partitions).toEqual(tables.map(() => ({ exists: true })));
  });

  it('runs the handler with the service, request, trace and event in its context', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1', traceparent: TRACE };
    const { body } = await world.anonymous().post('reviews', '/public/v1/reviews/add', { headers });
    await eventually(
      () => handled.length,
      // The event may be delivered more than once.
      (count) => count > 0,
      'the event to be handled',
    );
    expect(handled[0]?.event).toMatchObject({
      correlationid: 'request-1',
      causationid: null,
      traceparent: TRACE,
    });
    expect(handled[0]?.context).toEqual({
      service: 'widgets',
      tenant: 7,
      causationId: body.id,
      correlationId: 'request-1',
      traceparent: TRACE,
      givenUp: expect.any(AbortSignal),
    });
  });

  it('counts the published event and measures its handler in the metrics', async () => {
    const measured = await eventually(
      () => Exposition.fetch(world.metricsUrl),
      // The handler may be faster than the answer of NATS, after which the event counts as published.
      (found) =>
        ['plaudit_event_handler_duration_seconds_count', 'plaudit_outbox_published_total'].every(
          (name) => found.sum(name) >= 1,
        ),
      'the event and its handler to be counted',
    );
    expect(measured.of('plaudit_outbox_published_total', { service: 'reviews' })).toMatchObject([
      { value: 1 },
    ]);
    const labels = { service: 'widgets', event: 'review.created', result: 'handled' };
    const [handler] = measured.of('plaudit_event_handler_duration_seconds_sum');
    expect(handler?.labels).toEqual(labels);
  });
});
