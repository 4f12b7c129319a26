import { administer, type Administration } from '@plaudit/testing';
import { UNSCHEDULED } from '../queue/unscheduled';

const HOUR_MS = 3_600_000;

/** The times of each table, which are moved back when the clock seems to jump ahead. */
const TIMES = {
  lanes: ['next_due_at'],
  requests: [
    'schedule',
    'send_at',
    'due_at',
    'lease_until',
    'prepared_at',
    'started_at',
    'created_on',
    'updated_on',
    'sent_on',
    'opened_on',
    'clicked_on',
    'reviewed_on',
    'unsubscribed_on',
    'failed_on',
    'cancelled_on',
    'deleted_on',
  ],
  activity: ['created_at'],
  hits: ['happened_at', 'decide_at'],
  suppressions: ['created_on'],
  sending_stops: ['stopped_on', 'failed_on', 'next_try_on', 'ended_on'],
  bounce_fuses: ['counted_from', 'blown_on', 'decided_on'],
  gone_mails: ['sent_on'],
} as const;

/** A lock of the jump and one of the service may wait for each other. The jump gives up first, before Postgres looks for deadlocks. */
const LOCK_TIMEOUT = '300ms';
const LOCKED = Object.keys(TIMES)
  .map((table) => `invitations.${table}`)
  .join(', ');

/** Lets so many hours pass for everything that is stored. The send windows move with it, because the clock itself does not. */
export async function jumpAhead(databaseUrl: string, before: number, hours: number): Promise<void> {
  for (;;) {
    const jumped = await administer(databaseUrl, (admin) => jump(admin, before, hours));
    if (jumped) return;
  }
}

async function jump(admin: Administration, before: number, hours: number): Promise<boolean> {
  await admin.query('begin');
  await admin.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await admin.query(`lock table ${LOCKED} in exclusive mode`);
    for (const [table, columns] of Object.entries(TIMES)) await moveTimes(admin, table, columns, hours);
    await moveCounters(admin, 'day_sends', 'day', `${daysBetween(before, before + hours * HOUR_MS)} days`);
    await moveCounters(admin, 'server_sends', 'slot', `${hours} hours`);
    await moveWindows(admin, hours);
    await admin.query('commit');
    return true;
  } catch (error) {
    await admin.query('rollback');
    if ((error as { code?: string }).code === '55P03') return false;
    throw error;
  }
}

async function moveTimes(
  admin: Administration,
  table: string,
  columns: readonly string[],
  hours: number,
): Promise<void> {
  const sets = columns.map(
    (column) =>
      `${column} = case when ${column} = '${UNSCHEDULED.toISOString()}' then ${column} else ${column} - make_interval(hours => ${hours}) end`,
  );
  await admin.query(`update invitations.${table} set ${sets.join(', ')}`);
}

/** Returns how many days of UTC begin between two times of the walk. */
function daysBetween(before: number, after: number): number {
  const day = (time: number): number => Math.floor(time / (24 * HOUR_MS));
  return day(after) - day(before);
}

/** In two steps, because a moved row may collide with one that is not moved yet. */
async function moveCounters(
  admin: Administration,
  table: string,
  column: string,
  distance: string,
): Promise<void> {
  await admin.query(`update invitations.${table} set ${column} = ${column} + interval '100 years'`);
  await admin.query(
    `update invitations.${table} set ${column} = ${column} - interval '100 years' - interval '${distance}'`,
  );
}

/** Settings that are the defaults are not stored. */
const DEFAULT_EDGES = { start: '09:00', end: '20:00' } as const;

async function moveWindows(admin: Administration, hours: number): Promise<void> {
  const moved = (edge: keyof typeof DEFAULT_EDGES): string =>
    `to_char(coalesce(settings #>> '{send_window,${edge}}', '${DEFAULT_EDGES[edge]}')::time
       - make_interval(hours => ${hours}), 'HH24:MI')`;
  await admin.query(
    `update invitations.settings_profiles
     set settings = settings || jsonb_build_object('send_window', coalesce(settings -> 'send_window', '{}')
       || jsonb_build_object('start', ${moved('start')}, 'end', ${moved('end')}))`,
  );
}
