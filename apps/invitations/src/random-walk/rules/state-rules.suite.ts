import { isOver, readRows, type StoredRow, type StoredRows } from '../stored-rows.suite';
import { barrier } from '../walk-model.suite';
import type { WalkWorld } from '../walk-world.suite';

/** What may follow on a status of a message that is over. Any may become reviewed. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  sent: ['unsubscribed', 'failed'],
  failed: [],
  cancelled: [],
  skipped: [],
  unsubscribed: [],
  reviewed: [],
};

/** Checks what is stored at any moment, and notes what clients can see of it. */
export async function checkState(walk: WalkWorld): Promise<StoredRows> {
  const rows = await readRows(walk);
  const seen = Date.now();
  const inFlight = new Set(
    [...rows.values()].filter((row) => row.status === 'sending' && row.started_at).map(({ id }) => id),
  );
  for (const request of walk.model.requests.values()) {
    const row = rows.get(request.id);
    if (!row) return walk.fail(`Request ${request.id} is gone`, request.id);
    checkStatus(walk, request.status, row);
    if (isOver(row) && !isOver(request))
      request.barriers.push(barrier(`${row.id} was ${row.status}`, seen, inFlight));
    checkWaiting(walk, row);
    if (row.clicked_on) noteClick(walk, row, seen, inFlight);
    request.status = row.status;
  }
  checkReferences(walk, rows);
  await checkLanes(walk);
  await checkSuppressions(walk);
  return rows;
}

function checkStatus(walk: WalkWorld, before: string, { id, status }: StoredRow): void {
  if (status === before || status === 'reviewed') return;
  const allowed = NEXT[before];
  if (allowed && !allowed.includes(status)) walk.fail(`Request ${id} was ${before} and is ${status} now`, id);
}

/**
 * Requests to a suppressed person do not wait. One that had an attempt may have been on its way when the person was suppressed, and
 * one that a worker gave back a moment ago is skipped soon.
 */
function checkWaiting(walk: WalkWorld, row: StoredRow): void {
  const request = walk.model.requests.get(row.id)!;
  const { barriers } = walk.model.personOf(request.tenant, row.recipient);
  const [standing] = barriers.filter(({ until, inFlight }) => until > Date.now() && !inFlight.has(row.id));
  const waits = !isOver(row) && !row.started_at && !row.deleted_on && row.attempts === 0;
  request.waitedFor = waits && standing ? request.waitedFor + 1 : 0;
  if (request.waitedFor < 2) return;
  walk.fail(`Request ${row.id} still waits after this: ${standing!.what}`, row.id, row.recipient);
}

/** No reminder follows after a person was seen to have followed a link. */
function noteClick(walk: WalkWorld, row: StoredRow, seen: number, inFlight: ReadonlySet<number>): void {
  const what = `the link of ${row.id} was followed`;
  const request = walk.model.requests.get(row.id)!;
  for (const { barriers, id, step } of walk.model.sequenceOf(request)) {
    if (step > 0 && id !== row.id && !barriers.some((one) => one.what === what))
      barriers.push(barrier(what, seen, inFlight));
  }
}

function checkReferences(walk: WalkWorld, rows: StoredRows): void {
  const live = new Map<string, number>();
  for (const { id, sub_account_id, reference, deleted_on } of rows.values()) {
    if (reference === null || deleted_on) continue;
    const name = `${sub_account_id} ${reference}`;
    const other = live.get(name);
    if (other !== undefined)
      walk.fail(`Requests ${other} and ${id} have the reference ${reference}`, other, id);
    live.set(name, id);
  }
}

/** A lane is due no later than its first message. */
async function checkLanes(walk: WalkWorld): Promise<void> {
  const late = await walk.world.admin.query<{
    sub_account_id: string;
    first: string;
    next_due_at: Date | null;
  }>(
    `select due.sub_account_id, due.first, lanes.next_due_at
     from (
       select sub_account_id, type, min(due_at) as due_at, (array_agg(id order by due_at))[1] as first
       from invitations.requests where status = 'pending' and due_at is not null group by 1, 2
     ) as due left join invitations.lanes using (sub_account_id, type)
     where lanes.next_due_at is null or lanes.next_due_at > greatest(due.due_at, clock_timestamp()) + interval '1 second'`,
  );
  const [lane] = late;
  if (lane)
    walk.fail(`A lane is due at ${String(lane.next_due_at)}, later than request ${lane.first}`, lane.first);
}

/** The list has everybody who was promised to get nothing, and nobody else but addresses that the mail server refused. */
async function checkSuppressions(walk: WalkWorld): Promise<void> {
  for (const tenant of walk.model.tenants) {
    const entries = await walk.suppressionsOf(tenant);
    for (const { recipient, reason } of entries) {
      if (recipient === null) continue;
      const person = walk.model.personOf(tenant, recipient);
      if (person.reason === reason) continue;
      const isKnown = person.reason !== null && person.reasons.has(reason);
      if (!isKnown && (reason !== 'bounce' || !isUnknown(walk, recipient)))
        walk.fail(`${recipient} is suppressed because of ${reason} instead of ${person.reason}`, recipient);
      const blocked = await walk.barrier(`${recipient} has bounced`);
      walk.model.suppress(tenant, recipient, reason, blocked, walk.now);
      person.reason = reason;
    }
    const listed = new Set(entries.map(({ recipient }) => recipient?.toLowerCase()));
    for (const address of tenant.people) {
      const { reason } = walk.model.personOf(tenant, address);
      if (reason === null || reason === 'erased' || listed.has(address)) continue;
      walk.fail(`${address} is not in the list of tenant ${tenant.name} in spite of ${reason}`, address);
    }
  }
}

function isUnknown({ server }: WalkWorld, recipient: string): boolean {
  return server.conversations.some(
    (one) => one.fate === 'no_such_user' && one.recipient === recipient.toLowerCase(),
  );
}
