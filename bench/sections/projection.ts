import { randomUUID } from 'node:crypto';
import {
  type EventDefinition,
  reviewCreated,
  type ReviewPayload,
  reviewUpdated,
  subjectOf,
} from '@plaudit/contracts';
import { sendSnapshot, type SnapshotSource } from '@plaudit/events';
import { reviewsService } from '@plaudit/reviews';
import { buildEvent, buildReview, durableBacklog, eventually } from '@plaudit/testing';
import { fillReviews } from '../harness/many-reviews';
import { Producer } from '../harness/producer';
import { startService } from '../harness/programs';
import type { PreparedEvent } from '../harness/review-events';
import { administer } from '../harness/reviews';
import { type Servers, startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median } from '../harness/statistics';
import { count, type Row, type SectionOptions } from '../harness/table';

const EVENTS = sized(10_000, 500);
const REVIEWS = sized(30_000, 1_000);
/** Ids above those of the snapshot's reviews. */
const FIRST_ID = 10_000_000;
const DURABLE = 'reports__review';
const AIM = '>= 3,000';
const POSTED_FROM = Date.parse('2024-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;
/** Above what is measured, so that the throttle never waits. */
const NO_LIMIT = 1_000_000;

/** Measures the reports service, which counts each review by its day: by events and by the pages of a snapshot. */
export async function projection({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const servers = await startServers(cleanup);
  await startService(servers, 'reviews', cleanup);
  await fillReviews(servers.adminUrl, REVIEWS);
  await startService(servers, 'reports', cleanup);
  const producer = await Producer.start(servers, cleanup);
  const rates = {
    spread: [] as number[],
    one: [] as number[],
    changed: [] as number[],
    snapshot: [] as number[],
  };
  for (let round = 0; round <= rounds; round += 1) {
    const firstId = FIRST_ID + round * 2 * EVENTS;
    const spread = await workOff(servers, producer, events(reviewCreated, firstId, 20));
    const one = await workOff(servers, producer, events(reviewCreated, firstId + EVENTS, 1));
    const changed = await workOff(servers, producer, events(reviewUpdated, firstId, 20));
    const snapshot = await rebuild(servers);
    // The first round warms up.
    if (round === 0) continue;
    rates.spread.push(spread);
    rates.one.push(one);
    rates.changed.push(changed);
    rates.snapshot.push(snapshot);
  }
  const row = (measured: string, values: readonly number[]): Row => ({
    measured,
    plaudit: count(median(values)),
    aim: AIM,
  });
  return [
    row('events/s that reports counts: new reviews of 20 sub accounts', rates.spread),
    row('events/s that reports counts: new reviews of one sub account', rates.one),
    row('events/s that reports counts: changed reviews of 20 sub accounts', rates.changed),
    row('records/s of a snapshot that reports counts, into empty tables', rates.snapshot),
  ];
}

/** Returns events of reviews of two years, ten channels and two tags. */
function events(
  definition: EventDefinition<ReviewPayload>,
  firstId: number,
  subAccounts: number,
): PreparedEvent[] {
  const version = definition === reviewCreated ? 1 : 2;
  return Array.from({ length: EVENTS }, (_, index) => {
    const data = buildReview({
      id: firstId + index,
      channel_id: 100 + (index % 10),
      rating_value: 1 + ((index + version) % 5),
      posted_on: postedOn(index),
      tags: index % 10 === 0 ? [{ id: 1, name: 'bread' }] : [],
    });
    const event = buildEvent(definition, {
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      aggregateversion: version,
      subaccountid: 1_000 + (index % subAccounts),
      data,
    });
    return { id: event.id, subject: subjectOf(event), payload: JSON.stringify(event) };
  });
}

function postedOn(index: number): string {
  const date = new Date(POSTED_FROM + ((index * 7) % (2 * 365 * 24)) * HOUR_MS);
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

async function workOff(servers: Servers, { publisher }: Producer, all: PreparedEvent[]): Promise<number> {
  const start = performance.now();
  await publisher.publish(all);
  await eventually(
    () => durableBacklog(servers.natsUrl, DURABLE),
    ({ pending, unacknowledged }) => pending + unacknowledged === 0,
    'the events to be counted',
    { timeoutMs: 300_000, intervalMs: 50 },
  );
  return (all.length / (performance.now() - start)) * 1_000;
}

async function rebuild(servers: Servers): Promise<number> {
  await administer(servers.adminUrl, 'truncate reports.reviews, reports.review_days, reports.tag_days');
  const [source] = reviewsService.snapshots as [SnapshotSource];
  const { records, seconds } = await sendSnapshot({
    service: 'reviews',
    source,
    databaseUrl: servers.databaseUrl('reviews'),
    nats: servers.natsUrl,
    durable: DURABLE,
    rate: NO_LIMIT,
    untilApplied: true,
  });
  return records / seconds;
}
