import { Controller, Get, Logger, Module, Post } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  channelConnected,
  type DomainEvent,
  type Principal,
  reviewCreated,
  type ReviewPayload,
} from '@plaudit/contracts';
import { Database, queryRows } from '@plaudit/database';
import { Inbox, Outbox } from '@plaudit/events';
import { CurrentPrincipal, defineService, Scoped, ServiceClient, ServiceEnv } from '@plaudit/runtime';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildEvent, buildReview } from '../builders/build-event';
import { eventually } from '../eventually';
import { startWorld } from './start-world';
import type { World } from './world';

class CreateSeen1763000000001 implements MigrationInterface {
  name = 'CreateSeen1763000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table seen (id bigint primary key)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table seen');
  }
}

@Controller('public/v1/reviews')
class SampleReviewsController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @Get('whoami')
  @Scoped('reviews:read')
  whoami(@CurrentPrincipal() principal: Principal): Principal {
    return principal;
  }

  @Post('add')
  @Scoped('reviews:write')
  async add(): Promise<object> {
    await this.database.transaction((tx) =>
      this.outbox.add(tx, reviewCreated, {
        accountId: 1,
        subAccountId: 1,
        subject: 7,
        version: 1,
        data: buildReview({ id: 7 }),
      }),
    );
    return { success: true };
  }
}

@Controller('public/v1/widgets')
class SampleWidgetsController {
  private readonly logger = new Logger(SampleWidgetsController.name);

  constructor(private readonly clients: ServiceClient) {}

  @Get('neighbour')
  @Scoped('reviews:read')
  async neighbour(): Promise<object> {
    this.logger.warn('asking');
    const { body } = await this.clients.request<Principal>('reviews', { path: '/public/v1/reviews/whoami' });
    return body;
  }
}

@Controller()
class OnReviewCreated {
  constructor(private readonly inbox: Inbox) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewCreated', (tx) =>
      queryRows(tx, 'insert into seen (id) values ($1)', [event.data.id]),
    );
  }
}

@Module({ controllers: [SampleReviewsController] })
class SampleReviewsModule {}

@Module({ controllers: [SampleWidgetsController, OnReviewCreated] })
class SampleWidgetsModule {}

const base = { env: ServiceEnv, summary: 'a sample', entities: [] };
const reviews = defineService({ ...base, name: 'reviews', module: SampleReviewsModule, migrations: [] });
const widgets = defineService({
  ...base,
  name: 'widgets',
  module: SampleWidgetsModule,
  migrations: [CreateSeen1763000000001],
});

describe('a world', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reviews }, { definition: widgets }] });
  });
  afterAll(() => world.close());

  it('signs its callers so that services believe them', async () => {
    const answer = await world.as({ account_id: 8 }).get('reviews', '/public/v1/reviews/whoami');
    expect(answer).toMatchObject({ status: 200, body: { account_id: 8, role: 'admin' } });
    const refused = await world.anonymous().get('reviews', '/public/v1/reviews/whoami');
    expect(refused).toMatchObject({ status: 401, body: { success: false } });
    const narrow = await world.as({ scopes: [] }).get('reviews', '/public/v1/reviews/whoami');
    expect(narrow.status).toBe(403);
  });

  it('tells services of each other', async () => {
    const answer = await world.as({ account_id: 9 }).get('widgets', '/public/v1/widgets/neighbour');
    expect(answer).toMatchObject({ status: 200, body: { account_id: 9 } });
    expect(world.settings('reviews')).toMatchObject({ WIDGETS_URL: world.url('widgets') });
  });

  it('carries an event from one service’s outbox into another’s tables, and records it', async () => {
    const recorder = await world.recorder('review.>');
    await world.as().post('reviews', '/public/v1/reviews/add');
    const [event] = await recorder.waitFor(reviewCreated);
    expect(event).toMatchObject({ source: '/reviews', data: { id: 7 } });
    const seen = () => world.admin.query<{ id: number }>('select id from widgets.seen where id = 7');
    await expect(eventually(seen, (rows) => rows.length === 1, 'widgets to see review 7')).resolves.toEqual([
      { id: 7 },
    ]);
  });

  it('records nothing that was committed before', async () => {
    await world.as().post('reviews', '/public/v1/reviews/add');
    const older = await world.admin.query<{ id: string }>(
      'select event_id as id from reviews.outbox union all select event_id from reviews.outbox_sent',
    );
    const recorder = await world.recorder('review.>');
    await world.as().post('reviews', '/public/v1/reviews/add');
    const [event] = await recorder.waitFor(reviewCreated);
    expect(older.map(({ id }) => id)).not.toContain(event?.id);
  });

  it('publishes events of producers that do not run', async () => {
    const recorder = await world.recorder('channel.>');
    const sent = buildEvent(channelConnected, { accountid: 3, data: { name: 'Acme' } });
    await world.publish(sent);
    await expect(recorder.waitFor(channelConnected)).resolves.toEqual([sent]);
  });

  it('gives each service a role that cannot read another’s schema', async () => {
    const [role] = await world.admin.query(
      "select has_schema_privilege('plaudit_reviews', 'widgets', 'usage') as inside",
    );
    expect(role).toEqual({ inside: false });
  });

  it('keeps the log instead of printing it', async () => {
    await world.as().get('widgets', '/public/v1/widgets/neighbour');
    expect(world.logs.lines).toContainEqual({
      level: 'warn',
      context: 'SampleWidgetsController',
      message: 'asking',
    });
    expect(world.logs.errors()).toEqual([]);
  });
});

describe('a world without NATS', () => {
  it('answers requests', async () => {
    const world = await startWorld({ services: [{ definition: reviews }], nats: false });
    await expect(world.as().get('reviews', '/public/v1/reviews/whoami')).resolves.toMatchObject({
      status: 200,
    });
    expect(() => world.nats).toThrow('without NATS');
    await world.close();
  });
});
