import type { Fate } from '../mail-server.suite';
import type { Operation } from './operation.suite';
import { isOver } from '../stored-rows.suite';
import type { Barrier, WalkRequest } from '../walk-model.suite';
import type { Timed, WalkWorld } from '../walk-world.suite';

const REQUESTS = '/public/v1/invite/requests';
const HOUR_MS = 3_600_000;
const DEFERRED: readonly Fate[] = ['greylist', 'drop_before_354', 'defer_after_dot'];
const NAMES = ['Tove Lind', 'Iris Kahn', 'Pia'];
/** A client waits no longer for a message that is sent at once, so that the walk goes on while the mail server is silent. */
const PATIENCE_MS = 1_500;

export const REQUEST_OPERATIONS: readonly Operation[] = [
  { name: 'change name', weight: 4, run: rename },
  { name: 'change recipient', weight: 4, run: readdress },
  { name: 'change schedule', weight: 4, run: reschedule },
  { name: 'send now', weight: 8, run: sendNow },
  { name: 'send now twice', weight: 3, run: sendTwice },
  { name: 'delete', weight: 5, run: remove },
  { name: 'stop sequence', weight: 5, run: stop },
  { name: 'mark reviewed', weight: 4, run: review },
];

/** Draws a request, mostly one that may still be sent. */
function drawn(walk: WalkWorld): WalkRequest | null {
  const all = [...walk.model.requests.values()].filter((one) => !one.deleted);
  const open = all.filter((one) => !isOver(one));
  const tried = open.filter((one) => wasDeferred(walk, one));
  const chance = walk.random.next();
  const wanted = chance < 0.3 ? tried : chance < 0.85 ? open : all;
  const choices = wanted.length > 0 ? wanted : all;
  return choices.length === 0 ? null : walk.random.pick(choices);
}

function wasDeferred({ server }: WalkWorld, { recipient }: WalkRequest): boolean {
  const last = server.conversations.findLast((one) => one.recipient === recipient.latest);
  return last !== undefined && DEFERRED.includes(last.fate);
}

async function rename(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (!request) return;
  const name = walk.random.pick(NAMES);
  const answer = await update(walk, request, { name });
  if (answer.status !== 200) return;
  for (const one of walk.model.sequenceOf(request)) {
    if (one.step < request.step) continue;
    one.name.change(name, answer.sent, answer.answered, idsUnless(one === request, one.id));
  }
}

async function readdress(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (!request) return;
  const recipient = walk.random.pick(request.tenant.people);
  const answer = await update(walk, request, { recipient });
  if (answer.status !== 200) return;
  for (const one of walk.model.sequenceOf(request)) {
    one.recipient.change(recipient, answer.sent, answer.answered, idsUnless(one === request, one.id));
    one.recipients.add(recipient);
  }
  endManual(request, answer);
}

async function reschedule(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (!request) return;
  const schedule = new Date(Date.now() + walk.random.between(1, 96) * HOUR_MS).toISOString();
  const answer = await update(walk, request, { schedule });
  if (answer.status !== 200) return;
  endManual(request, answer);
  if (request.step > 0) {
    request.delay = null;
    return;
  }
  const planned = walk.walkTimeOf(new Date(schedule));
  request.notBefore.change(Math.floor(planned / 1_000) * 1_000, answer.sent, answer.answered);
}

/** The message has another time or recipient. One that is sent at once at the same moment may be so afterwards. */
function endManual({ manual }: WalkRequest, { sent, answered }: Timed): void {
  for (const sending of manual) {
    if (sending.answered < sent) sending.until = Math.min(sending.until, answered);
  }
}

/** The other messages of a sequence change only if they are pending, so they may keep what they have. */
function idsUnless(isSure: boolean, id: number): ReadonlySet<number> {
  return new Set(isSure ? [] : [id]);
}

function update(walk: WalkWorld, { tenant, id }: WalkRequest, body: object): Promise<Timed> {
  return walk.call(tenant, `PUT ${REQUESTS}/update/${id}`, [200, 400, 404], { body });
}

async function sendNow(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (request) await send(walk, request);
}

async function sendTwice(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (request) await Promise.all([send(walk, request), send(walk, request)]);
}

async function send(walk: WalkWorld, request: WalkRequest): Promise<void> {
  const sending = { from: Date.now(), answered: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  request.manual.push(sending);
  const refusals = [400, 402, 404, 503];
  const answered = walk
    .call(request.tenant, `POST ${REQUESTS}/send/${request.id}`, [200, ...refusals])
    .then((answer) => {
      // A message that was deleted while it was sent is not found any more.
      const isSent = answer.status === 200 || answer.status === 404;
      sending.answered = answer.answered;
      if (isSent) forgetTime(request, sending.from);
      else sending.until = sending.from;
    });
  walk.leave(answered);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  await Promise.race([answered, patience]);
}

/** Another attempt of a message that was sent at once does not wait for the time of the message either. */
function forgetTime(request: WalkRequest, from: number): void {
  request.notBefore.change(0, from, from);
  request.delay = null;
}

async function remove(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (!request) return;
  const { id, tenant, step } = request;
  // Another request may have the reference as soon as this one is sent.
  request.deleted = true;
  const { status } = await walk.call(tenant, `DELETE ${REQUESTS}/delete/${id}`, [200, 404]);
  if (status !== 200) return;
  const blocked = await walk.barrier(`${id} was deleted`);
  block(step === 0 ? walk.model.sequenceOf(request) : [request], blocked);
}

async function stop(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (!request) return;
  const { status } = await walk.call(
    request.tenant,
    `POST ${REQUESTS}/stop_sequence/${request.id}`,
    [200, 404],
  );
  if (status !== 200) return;
  const blocked = await walk.barrier(`the sequence of ${request.rootId} was stopped`);
  block(
    walk.model.sequenceOf(request).filter(({ step }) => step > 0),
    blocked,
  );
}

async function review(walk: WalkWorld): Promise<void> {
  const request = drawn(walk);
  if (!request) return;
  const { status } = await walk.call(request.tenant, `PUT ${REQUESTS}/reviewed/${request.id}`, [200, 404]);
  if (status !== 200) return;
  block(walk.model.sequenceOf(request), await walk.barrier(`${request.id} was reviewed`));
}

function block(requests: readonly WalkRequest[], blocked: Barrier): void {
  for (const { barriers } of requests) barriers.push({ ...blocked });
}
