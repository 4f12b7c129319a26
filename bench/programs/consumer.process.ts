import { Controller, Module } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  type DomainEvent,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewSnapshot,
  type ReviewSnapshotPayload,
  reviewUpdated,
} from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Inbox } from '@plaudit/events';
import {
  defineService,
  ServiceEnv,
  startServices,
  superviseProcess,
  useProcessLogger,
} from '@plaudit/runtime';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { steadyNow } from '../harness/statistics';

type ReviewEvent = DomainEvent<ReviewPayload>;

/** The time at which each event was handled, by event id. */
const handled: [id: string, at: number][] = [];

class CreateCopies1763900000000 implements MigrationInterface {
  readonly name = 'CreateCopies1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table copies (id bigint primary key, version int not null, author text not null, text text not null)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table copies');
  }
}

/** Handlers of three depths, one per kind of event. */
@Controller()
class OnReview {
  constructor(
    private readonly database: Database,
    private readonly inbox: Inbox,
  ) {}

  @EventPattern(reviewCreated.pattern)
  nothing(@Payload() event: ReviewEvent): void {
    handled.push([event.id, steadyNow()]);
  }

  @EventPattern(reviewUpdated.pattern)
  async projection(@Payload() event: ReviewEvent): Promise<void> {
    await this.database.transaction((tx) => copy(tx, event));
    handled.push([event.id, steadyNow()]);
  }

  @EventPattern(reviewDeleted.pattern)
  async projectionOnce(@Payload() event: ReviewEvent): Promise<void> {
    await this.inbox.once(event, 'OnReview', (tx) => copy(tx, event));
    handled.push([event.id, steadyNow()]);
  }

  @EventPattern(reviewSnapshot.pattern)
  async snapshot(@Payload() event: DomainEvent<ReviewSnapshotPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewSnapshot', (tx) => copyPage(tx, event.data));
  }
}

async function copyPage(tx: Tx, { records }: ReviewSnapshotPayload): Promise<void> {
  await queryRows(
    tx,
    `insert into copies (id, version, author, text)
     select id, version, from_name, text
     from json_to_recordset($1::json) as given (id bigint, version int, from_name text, text text) order by id
     on conflict (id) do update set version = excluded.version, author = excluded.author, text = excluded.text
      where copies.version <= excluded.version`,
    [JSON.stringify(records)],
  );
}

async function copy(tx: Tx, { data, aggregateversion }: ReviewEvent): Promise<void> {
  await queryRows(
    tx,
    `insert into copies (id, version, author, text) values ($1, $2, $3, $4)
     on conflict (id) do update set version = excluded.version, author = excluded.author, text = excluded.text
      where copies.version < excluded.version`,
    [data.id, aggregateversion, data.from_name, data.text],
  );
}

@Module({ controllers: [OnReview] })
class ConsumerModule {}

/** Uses the name of a service that has a durable for reviews, because the topology is that of the product. */
const consumer = defineService({
  name: 'channels',
  summary: 'Consumes reviews for the bench',
  env: ServiceEnv,
  module: ConsumerModule,
  consumes: ['review'],
  entities: [],
  migrations: [CreateCopies1763900000000],
});

async function main(): Promise<void> {
  useProcessLogger('warn');
  const running = await startServices([{ definition: consumer, settings: process.env }]);
  superviseProcess(running);
  process.on('message', (ask: 'count' | 'take') => {
    process.send?.(ask === 'count' ? handled.length : handled.splice(0));
  });
  process.stdout.write(`Listening on ${running.url('channels')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
