import { BOUNCE_SECRET } from '../walk-world.suite';
import type { Operation } from './operation.suite';
import { requestIdOf, tokensIn } from '../received-mail.suite';
import { isOver } from '../stored-rows.suite';
import type { WalkPerson, WalkRequest } from '../walk-model.suite';
import type { WalkWorld } from '../walk-world.suite';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const UNDO_MS = 1_800_000;
const MINUTE_MS = 60_000;
/** A hit must be two minutes old before it is decided, and a program is suspected of everything within 30 s. */
const READ_AFTER_MS = 10 * MINUTE_MS;

interface Read {
  request: WalkRequest;
  raw: string;
  messageId: string;
  /** In lower case. */
  recipient: string;
}

export const RECIPIENT_OPERATIONS: readonly Operation[] = [
  { name: 'unsubscribe', weight: 4, run: unsubscribe },
  { name: 'undo', weight: 4, isAlone: true, run: undo },
  { name: 'unsubscribe and undo', weight: 3, isAlone: true, run: unsubscribeAndUndo },
  { name: 'follow the link', weight: 6, run: click },
  { name: 'scan all links', weight: 4, run: scan },
  { name: 'open', weight: 4, run: open },
  { name: 'report a bounce', weight: 4, run: bounce },
];

/** Draws a mail that a person has, whose request was not given to somebody else since. */
function drawn(walk: WalkWorld, minAgeMs = 0): Read | null {
  const mails = mailsOf(walk, minAgeMs);
  return mails.length === 0 ? null : walk.random.pick(mails.slice(-40));
}

function mailsOf(walk: WalkWorld, minAgeMs = 0): Read[] {
  return walk.server.mails.flatMap(({ mail, verdict, recipient, openedOn }): Read[] => {
    const request = walk.model.requests.get(requestIdOf(mail.messageId));
    const isTheirs = request?.recipient.latest === recipient && request.recipients.size === 1;
    if (verdict !== 'accepted' || !isTheirs || openedOn > walk.now - minAgeMs) return [];
    return [{ request, raw: mail.raw, messageId: mail.messageId, recipient }];
  });
}

async function unsubscribe(walk: WalkWorld): Promise<void> {
  const read = drawn(walk);
  if (read) await unsubscribeFrom(walk, read);
}

async function unsubscribeFrom(walk: WalkWorld, { request, raw, recipient }: Read): Promise<void> {
  const [token] = tokensIn(raw, 'u');
  const form = walk.random.pick(['List-Unsubscribe=One-Click', 'action=confirm']);
  const since = walk.now;
  await post(walk, token!, form);
  const blocked = await walk.barrier(`${recipient} unsubscribed`);
  walk.model.suppress(request.tenant, recipient, 'unsubscribed', blocked, since);
  for (const { barriers } of walk.model.sequenceOf(request)) barriers.push({ ...blocked });
}

async function unsubscribeAndUndo(walk: WalkWorld): Promise<void> {
  const read = drawn(walk);
  if (!read) return;
  await unsubscribeFrom(walk, read);
  await undoFrom(walk, read);
}

async function undo(walk: WalkWorld): Promise<void> {
  const gone = mailsOf(walk).filter(
    ({ request, recipient }) => walk.model.personOf(request.tenant, recipient).reason === 'unsubscribed',
  );
  const read = gone.length > 0 ? walk.random.pick(gone) : drawn(walk);
  if (read) await undoFrom(walk, read);
}

/** Only an unsubscription of the last half hour can be taken back. */
async function undoFrom(walk: WalkWorld, { request, raw, recipient }: Read): Promise<void> {
  const { tenant } = request;
  const person = walk.model.personOf(tenant, recipient);
  const [token] = tokensIn(raw, 'u');
  const sent = Date.now();
  const age = walk.now - person.since;
  await post(walk, token!, 'action=undo');
  // An erased person stays suppressed, and the list does not name the person.
  if (person.reason === 'erased') return;
  const entry = (await walk.suppressionsOf(tenant)).find((one) => one.recipient?.toLowerCase() === recipient);
  if (entry === undefined && person.reason !== null) checkUndo(walk, person, age, request.id);
  // The address may have bounced before or since.
  const hasBounced = entry?.reason === 'bounce' && person.reason === 'unsubscribed';
  if (entry === undefined || hasBounced) walk.model.release(tenant, recipient, sent);
  else if (person.reason === 'unsubscribed' && age < UNDO_MS - MINUTE_MS)
    walk.fail(`The unsubscription of ${recipient} was not undone`, request.id);
}

function checkUndo(walk: WalkWorld, { reason }: WalkPerson, age: number, id: number): void {
  if (reason === 'bounce' || (reason === 'unsubscribed' && age < UNDO_MS + MINUTE_MS)) return;
  walk.fail(
    `An undo removed a suppression of ${Math.round(age / MINUTE_MS)} minutes because of ${reason}`,
    id,
  );
}

async function post(walk: WalkWorld, token: string, form: string): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await walk.call(null, `POST /u/${token}`, [200], { headers, body: form });
}

async function click(walk: WalkWorld): Promise<void> {
  const read = drawn(walk, READ_AFTER_MS);
  if (!read) return;
  // A hit before the service knows that the mail is sent may count as that of a program.
  if (!isOver(read.request)) read.request.clickedByProgram = true;
  read.request.clickedByPerson = true;
  const [token] = tokensIn(read.raw, 'i');
  await follow(walk, [`/i/${token}`], '203.0.113.9');
}

/** A mail gateway opens whatever it finds, also what no reader can see. */
async function scan(walk: WalkWorld): Promise<void> {
  const read = drawn(walk, READ_AFTER_MS);
  if (!read) return;
  read.request.clickedByProgram = true;
  const paths = [
    ...tokensIn(read.raw, 'i').map((token) => `/i/${token}`),
    ...tokensIn(read.raw, 'u').map((token) => `/u/${token}`),
    ...tokensIn(read.raw, 'o').map((token) => `/o/${token}.gif`),
  ];
  await follow(walk, paths, '198.51.100.7');
}

async function open(walk: WalkWorld): Promise<void> {
  const read = drawn(walk, READ_AFTER_MS);
  if (!read) return;
  const [token] = tokensIn(read.raw, 'o');
  await follow(walk, [`/o/${token}.gif`], '203.0.113.9');
}

/** The page of a deleted request is missing. */
async function follow(walk: WalkWorld, paths: readonly string[], network: string): Promise<void> {
  const headers = { 'user-agent': CHROME, 'x-plaudit-client-network': network };
  await Promise.all(paths.map((path) => walk.call(null, `GET ${path}`, [200, 302, 404], { headers })));
}

async function bounce(walk: WalkWorld): Promise<void> {
  const read = drawn(walk);
  if (!read) return;
  const { request, messageId, recipient } = read;
  const type = walk.random.pick(['hard', 'complaint', 'soft']);
  const since = walk.now;
  await walk.call(null, 'POST /hooks/bounce', [200], {
    headers: { authorization: `Bearer ${BOUNCE_SECRET}` },
    body: { type, message_id: messageId, code: '5.1.1' },
  });
  const report = `${messageId} ${type}`;
  if (type === 'soft' || walk.model.reports.has(report)) return;
  walk.model.reports.add(report);
  if (type === 'hard' && (await waitsForDecision(walk, request, recipient))) return;
  const blocked = await walk.barrier(`${recipient}: ${type}`);
  walk.model.suppress(request.tenant, recipient, type === 'hard' ? 'bounce' : 'complaint', blocked, since);
}

/** While a fuse is out, nobody is suppressed because of bounces. */
async function waitsForDecision(
  walk: WalkWorld,
  { tenant }: WalkRequest,
  recipient: string,
): Promise<boolean> {
  const { body } = await walk.call(tenant, 'GET /public/v1/invite/sending/status', [200]);
  if ((body as { fuses: unknown[] }).fuses.length === 0) return false;
  const entries = await walk.suppressionsOf(tenant);
  return !entries.some((entry) => entry.recipient?.toLowerCase() === recipient);
}
