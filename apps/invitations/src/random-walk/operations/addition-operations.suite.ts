import type { Operation } from './operation.suite';
import { Versioned, type WalkProfile, type WalkRequest, type WalkTenant } from '../walk-model.suite';
import type { WalkWorld } from '../walk-world.suite';

const REQUESTS = '/public/v1/invite/requests';
const HOUR_MS = 3_600_000;
const NAMES = ['Noa Bergman', 'Lena Voss', 'Ada Marsh', 'Mia', ''];

/** The fields of a request that the model reads back. */
interface Stored {
  id: number;
  status: string;
  schedule: string;
  reference: string | null;
}

interface Wanted {
  recipient: string;
  profile: WalkProfile;
  body: Record<string, unknown>;
}

export const ADDITIONS: readonly Operation[] = [
  { name: 'add', weight: 36, run: addOne },
  { name: 'add the same person twice at once', weight: 3, run: addTwice },
  { name: 'add with a reference that is used', weight: 5, run: addAgain },
  { name: 'repeat a request with its Idempotency-Key', weight: 3, run: repeatAddition },
  { name: 'add_bulk', weight: 6, run: addMany },
];

async function addOne(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  await add(walk, tenant, drawn(walk, tenant));
}

async function addTwice(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const first = drawn(walk, tenant);
  const second = { ...drawn(walk, tenant), recipient: first.recipient };
  await Promise.all([add(walk, tenant, first), add(walk, tenant, second)]);
}

/** The second request returns the first one, unless that was deleted. */
async function addAgain(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const live = walk.model.liveOf(tenant).filter(({ reference }) => reference !== null);
  if (live.length === 0) return;
  const earlier = walk.random.pick(live);
  const wanted = drawn(walk, tenant);
  wanted.body['reference'] = earlier.reference;
  await Promise.all([add(walk, tenant, wanted), add(walk, tenant, wanted)]);
}

async function repeatAddition(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const wanted = drawn(walk, tenant);
  const key = `walk-${walk.random.next()}`;
  const [first, second] = await Promise.all([add(walk, tenant, wanted, key), add(walk, tenant, wanted, key)]);
  if (first !== null && second !== null && first !== second)
    walk.fail(`One Idempotency-Key made the requests ${first} and ${second}`, first);
}

async function addMany(walk: WalkWorld): Promise<void> {
  const tenant = walk.random.pick(walk.model.tenants);
  const wanted = Array.from({ length: walk.random.between(2, 6) }, () => drawn(walk, tenant));
  const answer = await walk.call(tenant, `POST ${REQUESTS}/add_bulk`, [200], {
    body: { requests: wanted.map(bodyOf) },
  });
  const ids = answer.body.ids as (number | null)[];
  for (const [place, id] of ids.entries()) {
    if (id === null) continue;
    const { body: stored } = await walk.call(tenant, `GET ${REQUESTS}/get/${id}`, [200, 404]);
    await remember(walk, tenant, wanted[place]!, { ...(stored as Stored), id });
  }
}

/** Draws a request of a tenant. */
function drawn(walk: WalkWorld, tenant: WalkTenant): Wanted {
  const { random } = walk;
  const profile = random.pick(tenant.profiles.filter(({ deleted }) => !deleted));
  const address = random.pick(tenant.people);
  const recipient = random.next() < 0.2 ? address.replace(/^./, (letter) => letter.toUpperCase()) : address;
  const body: Record<string, unknown> = {
    name: random.pick(NAMES),
    data: { order: String(random.between(1, 99)) },
  };
  if (random.next() < 0.3) body['reference'] = `order-${random.between(1, 30)}`;
  if (random.next() < 0.35) body['ignore_cooldown'] = true;
  if (random.next() < 0.2) body['followup'] = false;
  if (random.next() < 0.2) body['timezone'] = random.pick(['Asia/Kolkata', 'America/Bogota']);
  const hours = random.between(0, 72);
  const time = random.next();
  if (time < 0.25) Object.assign(body, { delay: hours, delay_unit: 'hours' });
  else if (time < 0.4) body['schedule'] = new Date(Date.now() + hours * HOUR_MS).toISOString();
  return { recipient, profile, body };
}

function bodyOf({ recipient, profile, body }: Wanted): object {
  return { recipient, settings_id: profile.id, ...body };
}

/** Returns the id; null if the request was refused. */
async function add(
  walk: WalkWorld,
  tenant: WalkTenant,
  wanted: Wanted,
  key?: string,
): Promise<number | null> {
  const live = walk.model
    .liveOf(tenant)
    .find(({ reference }) => reference !== null && reference === wanted.body['reference']);
  const answer = await walk.call(tenant, `POST ${REQUESTS}/add`, [200, ...refusals(tenant)], {
    body: bodyOf(wanted),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
  if (answer.status !== 200) return null;
  const stored = answer.body.request as Stored;
  if (live && !live.deleted && stored.id !== live.id)
    walk.fail(
      `The reference ${live.reference} made request ${stored.id} although ${live.id} has it`,
      live.id,
    );
  await remember(walk, tenant, wanted, stored);
  return stored.id;
}

/** Only a tenant with a limit runs out of credits. A profile may be deleted meanwhile, and a repeat may still be on its way. */
function refusals({ invitesMonth }: WalkTenant): number[] {
  return [400, 409, ...(invitesMonth < 0 ? [] : [402])];
}

/** Notes a new request with its reminders. */
async function remember(walk: WalkWorld, tenant: WalkTenant, wanted: Wanted, stored: Stored): Promise<void> {
  if (walk.model.requests.has(stored.id)) return;
  const root = requestOf(tenant, wanted, { id: stored.id, rootId: stored.id, step: 0 });
  if (stored.schedule) root.notBefore = new Versioned(walk.walkTimeOf(stored.schedule));
  walk.model.requests.set(root.id, root);
  const reminders = await walk.call(
    tenant,
    `GET ${REQUESTS}/get?parent_id=${root.id}&order=id&sort=ASC`,
    [200],
  );
  for (const { id, step } of reminders.body.items as { id: number; step: number }[]) {
    walk.model.requests.set(id, requestOf(tenant, wanted, { id, rootId: root.id, step }));
  }
}

function requestOf(
  tenant: WalkTenant,
  { recipient, profile, body }: Wanted,
  place: { id: number; rootId: number; step: number },
): WalkRequest {
  const address = recipient.toLowerCase();
  return {
    ...place,
    tenant,
    profile,
    recipient: new Versioned(address),
    recipients: new Set([address]),
    name: new Versioned(body['name'] as string),
    notBefore: new Versioned(0),
    delay: place.step === 0 ? null : profile.delays[place.step - 1]!,
    zone: (body['timezone'] as string | undefined) ?? null,
    ignoresCooldown: body['ignore_cooldown'] === true,
    reference: place.step === 0 ? ((body['reference'] as string | undefined) ?? null) : null,
    barriers: [],
    manual: [],
    status: 'pending',
    deleted: false,
    waitedFor: 0,
    clickedByPerson: false,
    clickedByProgram: false,
  };
}
