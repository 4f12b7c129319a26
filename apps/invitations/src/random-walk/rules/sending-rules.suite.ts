import type { Conversation } from '../mail-server.suite';
import { greetedIn, nameIn, requestIdOf } from '../received-mail.suite';
import type { StoredRows } from '../stored-rows.suite';
import type { WalkRequest, Window } from '../walk-model.suite';
import type { WalkWorld } from '../walk-world.suite';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FLOOR_MS = 12 * HOUR_MS;
/** The records show whole seconds. */
const SLACK_MS = 2 * SECOND_MS;
/** A message that waits for a connection may begin after the end of the window. */
const WINDOW_SLACK_MS = 60 * SECOND_MS;

/** A mail whose final dot arrived, with the request that it belongs to. */
interface Mailing {
  conversation: Conversation;
  request: WalkRequest;
  messageId: string;
  raw: string;
  isManual: boolean;
}

/** Compares every mail that the server got with what clients and recipients were promised. */
export function checkMails(walk: WalkWorld, rows: StoredRows): void {
  const mailings = mailingsOf(walk);
  for (const mailing of mailings) {
    checkContent(walk, mailing);
    checkTime(walk, mailing);
    if (!mailing.isManual) checkWindow(walk, mailing);
    if (mailing.request.step > 0) checkReminder(walk, mailing, rows);
  }
  checkBarriers(walk, mailings);
  for (const group of groups(mailings, ({ request }) => String(request.id))) checkRepeats(walk, group);
  const received = mailings.filter((mailing) => countsAsReceived(walk, mailing));
  const nameOf = ({ request, conversation }: Mailing): string =>
    `${request.tenant.name} ${conversation.recipient}`;
  for (const group of groups(received, nameOf)) {
    checkDistances(walk, group);
    checkCooldown(
      walk,
      group.filter(({ request }) => request.step === 0),
    );
  }
}

function mailingsOf(walk: WalkWorld): Mailing[] {
  return walk.server.mails.map((conversation): Mailing => {
    const { messageId, raw } = conversation.mail;
    const request = walk.model.requests.get(requestIdOf(messageId));
    if (!request) return walk.fail(`The mail ${messageId} belongs to no request`);
    const { openedAt } = conversation;
    const isManual = request.manual.some(({ from, until }) => from <= openedAt && openedAt <= until);
    return { conversation, request, messageId, raw, isManual };
  });
}

/** A mail that will be repeated does not count as sent. */
function countsAsReceived(walk: WalkWorld, mailing: Mailing): boolean {
  const { verdict } = mailing.conversation;
  if (mayRepeat(walk, mailing)) return false;
  return verdict === 'accepted' || verdict === 'unknown' || verdict === null;
}

function checkContent(walk: WalkWorld, { conversation, request, raw }: Mailing): void {
  const { openedAt, recipient } = conversation;
  const recipients = request.recipient.at(openedAt, request.id);
  if (!recipients.includes(recipient))
    walk.fail(`${request.id} went to ${recipient} instead of ${recipients.join()}`, request.id);
  const names = request.name.at(openedAt, request.id);
  const [first] = greetedIn(raw).split(' ');
  // Without a name, the mail greets everybody in the words of its language.
  const isGreeted = names.some((name) => name === '' || name.split(' ')[0] === first);
  if (!isGreeted) walk.fail(`${request.id} greets ${first} instead of ${names.join()}`, request.id);
  if (!names.includes(nameIn(raw)))
    walk.fail(`${request.id} calls the person ${nameIn(raw)} instead of ${names.join()}`, request.id);
}

/** A first message is not sent before its time, unless a client has it sent at once. */
function checkTime(walk: WalkWorld, { conversation, request, isManual }: Mailing): void {
  const planned = Math.min(...request.notBefore.at(conversation.openedAt, request.id));
  if (isManual || conversation.openedOn >= planned - SLACK_MS) return;
  walk.fail(`${request.id} was sent ${hours(planned - conversation.openedOn)} h too early`, request.id);
}

function checkWindow(walk: WalkWorld, { conversation: { openedAt }, request }: Mailing): void {
  const windows = request.profile.window.at(openedAt, request.id);
  const times = [openedAt, openedAt - WINDOW_SLACK_MS];
  if (windows.some((window) => times.some((time) => isOpen(window, request.zone, time)))) return;
  walk.fail(`${request.id} was sent outside of the window ${JSON.stringify(windows)}`, request.id);
}

function isOpen(window: Window, zone: string | null, time: number): boolean {
  if (window === null) return true;
  const { start, end } = window;
  const text = new Date(time).toLocaleTimeString('en-GB', { timeZone: zone ?? window.zone });
  const [hour, minute] = text.split(':').map(Number) as [number, number];
  const now = hour * 60 + minute;
  if (start === end) return true;
  return start < end ? start <= now && now < end : now >= start || now < end;
}

/** A reminder follows a message that was sent, after its delay. */
function checkReminder(
  walk: WalkWorld,
  { conversation, request, isManual }: Mailing,
  rows: StoredRows,
): void {
  const before = [...rows.values()].filter(
    ({ id, parent_id, step }) => (parent_id ?? id) === request.rootId && step < request.step,
  );
  const sent = before.flatMap(({ sent_on }) => (sent_on ? [walk.walkTimeOf(sent_on)] : []));
  const last = Math.max(...sent.filter((time) => time <= conversation.openedOn + SLACK_MS));
  if (last === Number.NEGATIVE_INFINITY)
    walk.fail(
      `The reminder ${request.id} was sent before the message that it follows`,
      request.rootId,
      request.id,
    );
  const delayMs = request.delay === null ? 0 : request.delay * SECOND_MS;
  const early = last + delayMs - conversation.openedOn;
  if (isManual || early <= SLACK_MS) return;
  walk.fail(`The reminder ${request.id} was sent ${hours(early)} h too early`, request.rootId, request.id);
}

function checkBarriers(walk: WalkWorld, mailings: readonly Mailing[]): void {
  for (const { conversation, request } of mailings) {
    const person = walk.model.personOf(request.tenant, conversation.recipient);
    for (const { what, from, until, inFlight } of [...request.barriers, ...person.barriers]) {
      const { openedAt, recipient } = conversation;
      if (openedAt <= from || openedAt >= until) continue;
      const since = mailings.filter((one) => one.request === request && one.conversation.openedAt > from);
      if (inFlight.has(request.id) && since.length === 1) continue;
      walk.fail(
        `${request.id} was sent to ${recipient} ${openedAt - from} ms after this: ${what}`,
        request.id,
        request.rootId,
        recipient,
      );
    }
  }
}

/** A mail is sent again only if the server said that it did not take it. Without an answer, it is sent once more if so configured. */
function checkRepeats(walk: WalkWorld, mailings: readonly Mailing[]): void {
  const sorted = mailings.toSorted((a, b) => a.conversation.number - b.conversation.number);
  let unanswered = 0;
  for (const [place, { conversation, request, messageId, raw }] of sorted.entries()) {
    const next = sorted[place + 1];
    if (!next) break;
    if (conversation.verdict !== 'deferred') unanswered += mayRepeat(walk, sorted[place]!) ? 1 : 2;
    if (unanswered > 1)
      walk.fail(`${request.id} was sent again after the server had ${conversation.verdict} it`, request.id);
    if (next.messageId === messageId && next.raw !== raw)
      walk.fail(`Two attempts of ${request.id} are different mails`, request.id);
  }
}

function mayRepeat({ options, model }: WalkWorld, { conversation, request }: Mailing): boolean {
  const { verdict, fate } = conversation;
  if (options.unknown === 'assume_sent') return false;
  return verdict === 'unknown' || verdict === null || fate === 'hold' || model.lost.has(request.id);
}

function checkDistances(walk: WalkWorld, mailings: readonly Mailing[]): void {
  const sorted = mailings.toSorted((a, b) => a.conversation.openedOn - b.conversation.openedOn);
  for (const [place, one] of sorted.entries()) {
    const next = sorted[place + 1];
    if (!next || next.isManual || next.request === one.request) continue;
    const distance = next.conversation.openedOn - one.conversation.openedOn;
    if (distance >= FLOOR_MS - SLACK_MS) continue;
    const ids = [one.request.id, next.request.id];
    walk.fail(`${ids.join(' and ')} went to one person within ${hours(distance)} h`, ...ids);
  }
}

function checkCooldown(walk: WalkWorld, mailings: readonly Mailing[]): void {
  const sorted = mailings.toSorted((a, b) => a.conversation.openedOn - b.conversation.openedOn);
  for (const [place, later] of sorted.entries()) {
    const { request, conversation, isManual } = later;
    const earlier = sorted.slice(0, place).findLast((one) => one.request !== request);
    if (!earlier || isManual || request.ignoresCooldown) continue;
    const days = Math.min(...request.profile.cooldownDays.at(conversation.openedAt, request.id));
    const distance = conversation.openedOn - earlier.conversation.openedOn;
    if (distance >= days * DAY_MS - SLACK_MS) continue;
    const ids = [earlier.request.id, request.id];
    walk.fail(`${ids.join(' and ')} went to one person within ${hours(distance)} h, in ${days} days`, ...ids);
  }
}

function groups<T>(items: readonly T[], nameOf: (item: T) => string): T[][] {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(nameOf(item), [...(found.get(nameOf(item)) ?? []), item]);
  return [...found.values()];
}

function hours(ms: number): string {
  return (ms / HOUR_MS).toFixed(3);
}
