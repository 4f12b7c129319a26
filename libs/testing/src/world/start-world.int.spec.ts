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

@Controller('public/v1/ai')
class SampleAiController {
  private readonly logger = new Logger(SampleAiController.name);

  constructor(private readonly clients: ServiceClient) {}

  @Get('failing')
  @Scoped('reviews:read')
  failing(): never {
    throw new Error('The sample fails.');
  }

  @Get('neighbour')
  @Scoped('reviews:read')
  async neighbour(): Promise<object> {
    this.logger.warn('Requesting the principal from reviews');
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

@Module({ controllers: [SampleAiController, OnReviewCreated] })
class SampleAiModule {}

const base = { env: ServiceEnv, summary: 'a sample', entities: [] };
const reviews = defineService({ ...base, name: 'reviews', module: SampleReviewsModule, migrations: [] });
const ai = defineService({
  ...base,
  name: 'ai',
  module: SampleAiModule,
  consumes: ['review'],
  migrations: [CreateSeen1763000000001],
});

describe('World', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reviews }, { definition: ai }] });
  });
  afterAll(() => world.close());

  it('signs the principal of its callers', async () => {
    const response = await world.as({ account_id: 8 }).get('reviews', '/public/v1/reviews/whoami');
    expect(response).toMatchObject({ status: 200, body: { account_id: 8, role: 'admin' } });
    const refused = await world.anonymous().get('reviews', '/public/v1/reviews/whoami');
    expect(refused).toMatchObject({ status: 401, body: { success: false } });
    const narrow = await world.as({ scopes: [] }).get('reviews', '/public/v1/reviews/whoami');
    expect(narrow.status).toBe(403);
  });

  it('gives the services the addresses of each other', async () => {
    const response = await world.as({ account_id: 9 }).get('ai', '/public/v1/ai/neighbour');
    expect(response).toMatchObject({ status: 200, body: { account_id: 9 } });
    expect(world.settings('reviews')).toMatchObject({ AI_URL: world.url('ai') });
  });

  it('delivers an event from the outbox of one service to the tables of another, and records it', async () => {
    const recorder = await world.recorder('review.>');
    await world.as().post('reviews', '/public/v1/reviews/add');
    const [event] = await recorder.waitFor(reviewCreated);
    expect(event).toMatchObject({ source: '/reviews', data: { id: 7 } });
    const seen = () => world.admin.query<{ id: number }>('select id from ai.seen where id = 7');
    await expect(eventually(seen, (rows) => rows.length === 1, 'ai to see review 7')).resolves.toEqual([
      { id: 7 },
    ]);
  });

  it('records no event that was committed before the recorder started', async () => {
    await world.as().post('reviews', '/public/v1/reviews/add');
    const older = await world.admin.query<{ id: string }>(
      'select event_id as id from reviews.outbox union all select event_id from reviews.outbox_sent',
    );
    const recorder = await world.recorder('review.>');
    await world.as().post('reviews', '/public/v1/reviews/add');
    const [event] = await recorder.waitFor(reviewCreated);
    expect(older.map(({ id }) => id)).not.toContain(event?.id);
  });

  it('publishes events of producers that are not running', async () => {
    const recorder = await world.recorder('channel.>');
    const sent = buildEvent(channelConnected, { accountid: 3, data: { name: 'Acme' } });
    await world.publish(sent);
    await expect(recorder.waitFor(channelConnected)).resolves.toEqual([sent]);
  });

  it('gives each service a role that cannot read the schema of another', async () => {
    const [role] = await world.admin.query(
      "select has_schema_privilege('plaudit_reviews', 'ai', 'usage') as inside",
    );
    expect(role).toEqual({ inside: false });
  });

  it('records log lines and does not print them', async () => {
    await world.as().get('ai', '/public/v1/ai/neighbour');
    expect(world.logs.lines).toContainEqual({
      level: 'warn',
      context: 'SampleAiController',
      message: 'Requesting the principal from reviews',
    });
  });

  it('serves requests without NATS', async () => {
    const withoutNats = await startWorld({ services: [{ definition: reviews }], nats: false });
    await expect(withoutNats.as().get('reviews', '/public/v1/reviews/whoami')).resolves.toMatchObject({
      status: 200,
    });
    expect(() => withoutNats.nats).toThrow('without NATS');
    await withoutNats.close();
  });
});

describe('World › close', () => {
  async function failOnce(expectErrors?: RegExp): Promise<{ world: World; closing: Promise<void> }> {
    const world = await startWorld({ services: [{ definition: ai }], nats: false });
    if (expectErrors) world.expectErrors(expectErrors);
    const response = await world.as().get('ai', '/public/v1/ai/failing');
    expect(response.status).toBe(500);
    return { world, closing: world.close() };
  }

  it('fails with the log lines when a service logged an error, and still stops everything', async () => {
    const { world, closing } = await failOnce();
    await expect(closing).rejects.toThrow(/1 unexpected error.*\n.*The sample fails\./s);
    await expect(world.as().get('ai', '/health/live')).rejects.toThrow('fetch failed');
    await expect(world.admin.query('select 1')).rejects.toThrow(/after calling end/);
  });

  it('succeeds when the spec expects the error', async () => {
    const { closing } = await failOnce(/sample fails/);
    await expect(closing).resolves.toBeUndefined();
  });

  it('fails when the spec expects another error', async () => {
    const { closing } = await failOnce(/another failure/);
    await expect(closing).rejects.toThrow('The sample fails.');
  });
});
