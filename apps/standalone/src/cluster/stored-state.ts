import { SERVICE_NAMES, type ServiceName } from '@plaudit/contracts';
import type { ClusterWorld } from './cluster-world';

/** `approved` as reviews stores it. */
const APPROVED = 1;

/** A row that is not what it should be, for the report. */
interface Finding {
  finding: string;
}

/** A review that a client added, as the product has stored it. */
export interface StoredReview {
  id: number;
  text: string;
  status: number;
}

/** What is still on its way, such as `2 in the outbox of reviews`. Empty when the product is quiet. */
export async function unfinishedWork(world: ClusterWorld): Promise<string[]> {
  const inSchemas = SERVICE_NAMES.flatMap((name) => [
    `select count(*), 'in the outbox of ${name}' as place from ${name}.outbox`,
    `select count(*), 'parked in ${name}' from ${name}.parked_events`,
  ]);
  const deliveries = "select count(*), 'deliveries' from webhooks.deliveries where finished_on is null";
  const rows = await world.query<{ count: string; place: string }>(
    [...inSchemas, deliveries].join(' union all '),
  );
  return rows.filter(({ count }) => Number(count) > 0).map(({ count, place }) => `${count} ${place}`);
}

/** Returns the ids of the events that a service has published, after a row of its table of sent events. */
export async function publishedEvents(
  world: ClusterWorld,
  service: ServiceName,
  after: number,
): Promise<{ id: number; eventId: string }[]> {
  const rows = await world.query<{ id: string; event_id: string }>(
    `select id, event_id from ${service}.outbox_sent where id > $1 order by id`,
    [after],
  );
  return rows.map(({ id, event_id }) => ({ id: Number(id), eventId: event_id }));
}

/** Returns the reviews that clients added. Those of channels are counted by {@link wrongCopies}. */
export async function addedReviews(world: ClusterWorld): Promise<StoredReview[]> {
  const rows = await world.query<{ id: string; text: string; status: number }>(
    'select id, text, status from reviews.reviews where channel_id is null',
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Returns the texts of all approved reviews. */
export async function approvedTexts(world: ClusterWorld): Promise<string[]> {
  const rows = await world.query<{ text: string }>('select text from reviews.reviews where status = $1', [
    APPROVED,
  ]);
  return rows.map(({ text }) => text);
}

/** Returns the copies and counters that differ from the records of their owner. */
export async function wrongCopies(world: ClusterWorld, published: number): Promise<string[]> {
  const rows = await world.query<Finding>(
    `select format('channel %s has %s of %s collected reviews', c.id, count(r.id), $1::int) as finding
       from channels.channels c left join reviews.reviews r on r.channel_id = c.id
       group by c.id having count(r.id) <> $1::int
     union all
     select format('channel %s counts %s of %s reviews', c.id, c.collected_reviews, count(r.id))
       from channels.channels c left join reviews.reviews r on r.channel_id = c.id
       group by c.id having count(r.id) <> c.collected_reviews
     union all
     select format('sub account %s counts %s of %s channels', s.id, s.channels, count(c.id))
       from gateway.sub_accounts s left join channels.channels c on c.sub_account_id = s.id
       group by s.id having count(c.id) <> s.channels
     union all
     select format('widgets has another copy of channel %s', c.id)
       from channels.channels c left join widgets.channels w on w.id = c.id
       where (c.name, c.score, c.reviews) is distinct from (w.name, w.score, w.reviews)
     union all
     select format('reviews has another copy of channel %s', c.id)
       from channels.channels c left join reviews.channel_copies r on r.channel_id = c.id
       where c.name is distinct from r.name
     union all
     select format('reviews counts %s of %s reviews with status %s', kept.total, rows.total, status)
       from (select status, sum(total) as total from reviews.review_counts group by 1) kept
       full join (select status, count(*) as total from reviews.reviews group by 1) rows using (status)
       where coalesce(kept.total, 0) <> coalesce(rows.total, 0)`,
    [published],
  );
  return rows.map(({ finding }) => finding);
}

/** Returns the last version of each review that exists, by its id. */
export async function reviewVersions(world: ClusterWorld): Promise<Map<number, number>> {
  const rows = await world.query<{ id: string; version: number }>('select id, version from reviews.reviews');
  return new Map(rows.map(({ id, version }) => [Number(id), version]));
}

/** Returns how many events were given up or taken out of an outbox. */
export async function parkedEvents(world: ClusterWorld): Promise<number> {
  const counts = SERVICE_NAMES.map(
    (name) => `(select count(*) from ${name}.parked_events) + (select count(*) from ${name}.outbox_parked)`,
  );
  const [row] = await world.query<{ count: string }>(`select ${counts.join(' + ')} as count`);
  return Number(row?.count);
}
