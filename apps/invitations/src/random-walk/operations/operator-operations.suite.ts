import { ERASE_INVITATIONS_PATH } from '@plaudit/contracts';
import { administer } from '@plaudit/testing';
import type { Operation } from './operation.suite';
import type { WalkTenant } from '../walk-model.suite';
import { addProfile, GREETING, windowSettings } from '../walk-tenants.suite';
import type { WalkWorld } from '../walk-world.suite';

const SETTINGS = '/public/v1/invite/settings';
const SUPPRESSIONS = '/public/v1/invite/suppressions';
const MAX_LOST = 12;

export const OPERATOR_OPERATIONS: readonly Operation[] = [
  { name: 'suppress', weight: 2, run: suppress },
  { name: 'import suppressions', weight: 1, run: importSuppressions },
  { name: 'delete a suppression', weight: 14, isAlone: true, run: release },
  { name: 'change the texts', weight: 2, run: changeTexts },
  { name: 'change the cooldown', weight: 2, run: changeCooldown },
  { name: 'change the window', weight: 2, run: changeWindow },
  { name: 'replace a profile', weight: 1, run: replaceProfile },
  { name: 'erase', weight: 0.5, run: erase },
  { name: 'lose a worker', weight: 4, run: loseWorker },
  { name: 'lose a worker in a conversation', weight: 2, run: loseConversation },
  { name: 'end a lease', weight: 3, run: endLease },
];

async function suppress(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const recipient = walk.random.pick(tenant.people);
  const since = walk.now;
  await walk.call(tenant, `POST ${SUPPRESSIONS}/add`, [200], { body: { recipient } });
  const blocked = await walk.barrier(`${recipient} was suppressed`);
  walk.model.suppress(tenant, recipient, 'manual', blocked, since);
}

async function importSuppressions(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const recipients = walk.random.shuffled(tenant.people).slice(0, 2);
  const since = walk.now;
  await walk.call(tenant, `POST ${SUPPRESSIONS}/import`, [200], { body: { recipients } });
  const blocked = await walk.barrier('the suppressions were imported');
  for (const recipient of recipients) walk.model.suppress(tenant, recipient, 'manual', { ...blocked }, since);
}

async function release(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const entries = (await walk.suppressionsOf(tenant)).filter(({ reason }) => reason !== 'erased');
  if (entries.length === 0) return;
  const { id, recipient } = walk.random.pick(entries);
  const { status, sent } = await walk.call(tenant, `DELETE ${SUPPRESSIONS}/delete/${id}`, [200, 404]);
  if (status === 200 && recipient !== null) walk.model.release(tenant, recipient, sent);
}

async function changeTexts(walk: WalkWorld): Promise<void> {
  const { random } = walk;
  const tenant = random.pick(walk.model.tenants);
  const { id } = random.pick(tenant.profiles);
  const settings = {
    subject: `How was it, number ${random.between(1, 999)}?`,
    body: `${GREETING} Visit ${random.between(1, 999)}.`,
  };
  await walk.call(tenant, `PUT ${SETTINGS}/update/${id}`, [200, 404], { body: { settings } });
}

async function changeCooldown(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const profile = walk.random.pick(tenant.profiles);
  const days = walk.random.pick([0, 1, 7, 30]);
  const answer = await walk.call(tenant, `PUT ${SETTINGS}/update/${profile.id}`, [200, 404], {
    body: { settings: { cooldown: { days } } },
  });
  if (answer.status !== 200) return;
  profile.cooldownDays.change(days, answer.sent, answer.answered, await walk.busy());
}

async function changeWindow(walk: WalkWorld): Promise<void> {
  const { random } = walk;
  const tenant = random.pick(walk.model.tenants);
  const profile = random.pick(tenant.profiles);
  const start = random.between(0, 23) * 60;
  const end = (start + random.between(3, 14) * 60) % 1_440;
  const window = random.next() < 0.3 ? null : { start, end, zone: random.pick(['UTC', 'Asia/Tokyo']) };
  const answer = await walk.call(tenant, `PUT ${SETTINGS}/update/${profile.id}`, [200, 404], {
    body: { settings: { send_window: windowSettings(window) } },
  });
  if (answer.status !== 200) return;
  profile.window.change(window, answer.sent, answer.answered, await walk.busy());
}

/** Pending requests keep the settings of the deleted profile. */
async function replaceProfile(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const [, ...others] = tenant.profiles.filter(({ deleted }) => !deleted);
  const name = `Profile ${tenant.profiles.length}`;
  const cooldownDays = walk.random.pick([0, 3]);
  await addProfile(walk, tenant, { name, delays: [43_200], cooldownDays, window: null, daily: 500 });
  const profile = others.at(-1);
  if (!profile || others.length < 2) return;
  profile.deleted = true;
  await walk.call(tenant, `DELETE ${SETTINGS}/delete/${profile.id}`, [200]);
}

async function erase(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const recipient = walk.random.pick(tenant.people.filter((one) => one.startsWith(tenant.name)));
  await eraseOf(walk, tenant, recipient);
}

/** A message on its way delays the erasure, but the person gets no other one. */
async function eraseOf(walk: WalkWorld, tenant: WalkTenant, recipient: string): Promise<void> {
  const since = walk.now;
  await walk.call(tenant, `POST ${ERASE_INVITATIONS_PATH}`, [200, 201, 503], { body: { recipient } });
  const blocked = await walk.barrier(`${recipient} was erased`);
  walk.model.suppress(tenant, recipient, 'erased', blocked, since);
}

/** Takes due messages as a worker that is killed at once. */
async function loseWorker(walk: WalkWorld): Promise<void> {
  await lose(walk, 'a worker is killed after it has claimed', 2);
}

/** Takes a due message as a worker that is killed when it has begun the conversation. */
async function loseConversation(walk: WalkWorld): Promise<void> {
  const ids = await lose(walk, 'a worker is killed after it has begun', 1);
  await walk.world.admin.query(
    `update invitations.requests set prepared_at = now(), started_at = now(), attempts = attempts + 1
     where id = any ($1::bigint[]) and status = 'sending' and started_at is null`,
    [ids],
  );
}

async function lose(walk: WalkWorld, what: string, rows: number): Promise<number[]> {
  if (walk.model.lost.size >= MAX_LOST) return [];
  const done = walk.log.add(what);
  const claimed = await administer(walk.world.databaseUrl('invitations'), (admin) =>
    admin.query<{ id: string }>("select id from claim_requests('email', $1, 16, 16, 600)", [rows]),
  );
  const ids = claimed.map(({ id }) => Number(id));
  for (const id of ids) walk.model.lost.add(id);
  done(ids.join(', ') || 'nothing was due');
  return ids;
}

/** Ends the lease of a message on its way, as if its worker was stopped for ten minutes. */
async function endLease(walk: WalkWorld): Promise<void> {
  const done = walk.log.add('a lease ends');
  const rows = await walk.world.admin.query<{ id: string }>(
    `update invitations.requests set lease_until = now() - interval '1 second'
     where id = (select id from invitations.requests where status = 'sending' order by id desc limit 1) returning id`,
  );
  for (const { id } of rows) walk.model.lost.add(Number(id));
  done(rows.map(({ id }) => id).join() || 'nothing was on its way');
}
