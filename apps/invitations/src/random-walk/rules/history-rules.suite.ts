import type { InvitePayload, InviteRecord } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { InviteSnapshotReadModel } from '../../snapshot/invite-snapshot.read-model';
import type { StoredRow, StoredRows } from '../stored-rows.suite';
import type { WalkWorld } from '../walk-world.suite';

const STAGES = ['queued', 'sent', 'opened', 'clicked', 'reviewed', 'unsubscribed', 'failed'] as const;
type Stage = (typeof STAGES)[number];

/** How often each kind of entry is in the activity of a request, by `type` and by `type status`. */
type Counts = ReadonlyMap<string, number>;

/** Compares each request with its activity, with the events about it and with its record in the snapshot. */
export async function checkHistories(walk: WalkWorld, rows: StoredRows): Promise<void> {
  await eventually(
    () => walk.world.admin.query('select from invitations.outbox limit 1'),
    (left) => left.length === 0,
    'an empty outbox',
  );
  const queued = [...rows.values()].filter((row) => row.queued).length;
  await eventually(
    () => eventsOf(walk, 'queued').length,
    (count) => count >= queued,
    'the events of all requests',
  );
  const activity = await activityOf(walk);
  const records = await snapshotOf(walk);
  const published = publishedBy(walk);
  for (const row of rows.values()) {
    const counts = activity.get(row.id) ?? new Map<string, number>();
    checkActivity(walk, row, counts);
    checkEvents(walk, row, counts, published.get(row.id) ?? []);
    checkRecord(walk, row, records.get(row.id), published.get(row.id) ?? []);
  }
}

/** The credits of an account are its first messages that were sent. */
export async function checkCredits(walk: WalkWorld, rows: StoredRows): Promise<void> {
  const counted = await walk.world.admin.query<{ account_id: string; sent: string }>(
    'select account_id, sum(sent) as sent from invitations.month_sends group by 1',
  );
  for (const accountId of new Set(walk.model.tenants.map((tenant) => tenant.accountId))) {
    const tenants = walk.model.tenants.filter((tenant) => tenant.accountId === accountId);
    const subAccounts = tenants.map(({ subAccountId }) => subAccountId);
    const sent = [...rows.values()].filter(
      ({ step, sent_on, sub_account_id }) => step === 0 && sent_on && subAccounts.includes(sub_account_id),
    );
    const used = Number(counted.find(({ account_id }) => Number(account_id) === accountId)?.sent ?? 0);
    if (used !== sent.length)
      walk.fail(`Account ${accountId} has used ${used} credits for ${sent.length} first messages`);
  }
}

interface Published {
  stage: Stage;
  version: number;
}

function eventsOf({ events }: WalkWorld, stage: Stage): unknown[] {
  return events.received.filter(({ event }) => event.type === `invite.${stage}`);
}

/** Returns what was published about each request, each event once, in the order of arrival. */
function publishedBy({ events }: WalkWorld): Map<number, Published[]> {
  const published = new Map<number, Published[]>();
  const seen = new Set<string>();
  for (const { event } of events.received) {
    const stage = event.type.replace('invite.', '') as Stage;
    if (seen.has(event.id) || !STAGES.includes(stage)) continue;
    seen.add(event.id);
    const { id } = event.data as InvitePayload;
    const { aggregateversion: version } = event;
    published.set(id, [...(published.get(id) ?? []), { stage, version }]);
  }
  return published;
}

function checkActivity(walk: WalkWorld, row: StoredRow, counts: Counts): void {
  const expectCount = (name: string, isThere: boolean, most = 1): void => {
    const count = counts.get(name) ?? 0;
    if (count >= (isThere ? 1 : 0) && count <= (isThere ? most : 0)) return;
    walk.fail(
      `Request ${row.id} is ${row.status} and has ${count} entries ${name}: ${shown(counts)}`,
      row.id,
    );
  };
  expectCount('queued', true);
  expectCount('sent', row.sent_on !== null, walk.options.unknown === 'retry' ? 2 : 1);
  expectCount('skipped', row.skip_reason !== null);
  expectCount('cancelled', row.cancelled_on !== null);
  expectCount('clicked ok', row.clicked_on !== null, 99);
  expectCount('opened ok', row.opened_on !== null, 99);
  if (row.status === 'failed' || row.failed_on) {
    const ends = (counts.get('failed') ?? 0) + (counts.get('bounced') ?? 0);
    if (ends === 0)
      walk.fail(`Request ${row.id} failed, which its activity does not say: ${shown(counts)}`, row.id);
  }
}

function checkEvents(walk: WalkWorld, row: StoredRow, counts: Counts, published: readonly Published[]): void {
  const isOwn = (stage: 'reviewed' | 'unsubscribed'): boolean =>
    row.parent_id !== null || (counts.get(stage) ?? 0) > 0;
  const expected: Record<Stage, boolean> = {
    queued: row.queued,
    sent: row.sent_on !== null,
    opened: row.opened_on !== null,
    clicked: row.clicked_on !== null,
    reviewed: row.reviewed_on !== null && isOwn('reviewed'),
    unsubscribed: row.unsubscribed_on !== null && isOwn('unsubscribed'),
    failed: row.failed_on !== null,
  };
  for (const stage of STAGES) {
    const count = published.filter((one) => one.stage === stage).length;
    if (count !== (expected[stage] ? 1 : 0))
      walk.fail(
        `${count} events invite.${stage} are about request ${row.id}, which is ${row.status}`,
        row.id,
      );
  }
  const versions = published.map(({ version }) => version);
  if (versions.some((version, place) => place > 0 && version <= versions[place - 1]!))
    walk.fail(`The versions of the events about ${row.id} do not grow: ${versions.join()}`, row.id);
}

function checkRecord(
  walk: WalkWorld,
  row: StoredRow,
  record: InviteRecord | undefined,
  published: readonly Published[],
): void {
  if (!record) return walk.fail(`The snapshot has no record of request ${row.id}`, row.id);
  for (const stage of STAGES) {
    const isReported = published.some((one) => one.stage === stage);
    const isThere = record[`${stage}_on`] !== null;
    if (isReported !== isThere)
      walk.fail(`The snapshot says ${stage}: ${isThere} of ${row.id}, and the events: ${isReported}`, row.id);
  }
  if ((published.at(-1)?.version ?? 0) > record.version)
    walk.fail(`The snapshot of ${row.id} is older than its events`, row.id);
}

async function activityOf({ world }: WalkWorld): Promise<Map<number, Map<string, number>>> {
  const entries = await world.admin.query<{ request_id: string; type: string; status: string }>(
    `select request_id, type, status from invitations.activity where coalesce(detail ->> 'undone', '') = ''`,
  );
  const activity = new Map<number, Map<string, number>>();
  for (const { request_id, type, status } of entries) {
    const counts = activity.get(Number(request_id)) ?? new Map<string, number>();
    activity.set(Number(request_id), counts);
    for (const name of [type, `${type} ${status}`]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return activity;
}

async function snapshotOf({ world }: WalkWorld): Promise<Map<number, InviteRecord>> {
  const dataSource = createDataSource({
    url: world.databaseUrl('invitations'),
    schema: 'invitations',
    entities: [],
    migrations: [],
  });
  const database = new Database(await dataSource.initialize(), 'invitations');
  try {
    const records = (await new InviteSnapshotReadModel(database).page(0, 100_000)) as InviteRecord[];
    return new Map(records.map((record) => [record.id, record]));
  } finally {
    await dataSource.destroy();
  }
}

function shown(counts: Counts): string {
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}
