import type { Conversation } from '../mail-server.suite';
import { requestIdOf } from '../received-mail.suite';
import { isOver, type StoredRow, type StoredRows } from '../stored-rows.suite';
import type { WalkRequest } from '../walk-model.suite';
import type { WalkWorld } from '../walk-world.suite';

const MAX_ATTEMPTS = 6;
const AFTER_354: readonly Conversation['fate'][] = [
  'drop_in_body',
  'drop_after_dot',
  'silent_after_dot',
  'hold',
];

/** A request with all that is known about it. */
interface Ended {
  row: StoredRow;
  request: WalkRequest;
  sequence: StoredRow[];
  /** The conversations about people whom the request was addressed to. */
  conversations: Conversation[];
  mails: Conversation[];
}

/** Checks after enough time has passed that every request has ended, and for a good reason. */
export function checkEndings(walk: WalkWorld, rows: StoredRows): void {
  for (const row of rows.values()) {
    if (row.deleted_on ? row.status === 'sending' : !isOver(row))
      walk.fail(
        `Request ${row.id} was forgotten: it is still ${row.status}`,
        row.id,
        row.parent_id ?? row.id,
      );
    const request = walk.model.requests.get(row.id);
    if (!request) return walk.fail(`Nobody added request ${row.id}`, row.id);
    const { conversations } = walk.server;
    const ended: Ended = {
      row,
      request,
      sequence: [...rows.values()].filter(({ id, parent_id }) => (parent_id ?? id) === request.rootId),
      conversations: conversations.filter(({ recipient }) => request.recipients.has(recipient)),
      mails: conversations.filter(({ mail }) => mail && requestIdOf(mail.messageId) === row.id),
    };
    checkSent(walk, ended);
    const fault = faultOf(walk, ended, rows);
    if (fault) walk.fail(`Request ${row.id} is ${row.status} ${row.skip_reason ?? ''}, but ${fault}`, row.id);
    checkClicks(walk, ended);
  }
}

/** What the server took is sent, and what counts as confirmed was taken exactly once. */
function checkSent(walk: WalkWorld, { row, request, mails, conversations }: Ended): void {
  const accepted = mails.filter(({ verdict }) => verdict === 'accepted');
  const isRepeated = walk.options.unknown === 'retry' && row.delivery === 'unconfirmed';
  if (accepted.length > 0 && !row.sent_on && !isRepeated)
    walk.fail(`The server took request ${row.id}, which is not sent but ${row.status}`, row.id);
  if (!row.sent_on) return;
  const isLost = walk.model.lost.has(row.id) || mails.some(({ fate }) => fate === 'hold');
  if (row.delivery === 'confirmed' && accepted.length === 0)
    walk.fail(`Request ${row.id} counts as sent, but the server never took it`, row.id);
  if (row.delivery === 'unconfirmed' && !isLost && !conversations.some(mayBeUnanswered))
    walk.fail(`Request ${row.id} is unconfirmed, but the server answered always`, row.id);
  if (request.step > 0 && row.attempts === 0)
    walk.fail(`The reminder ${row.id} was sent without an attempt`, row.id);
}

function mayBeUnanswered({ fate }: Conversation): boolean {
  return AFTER_354.includes(fate);
}

/** Returns why a request should not have ended like this; null if it ended rightly. */
function faultOf(walk: WalkWorld, ended: Ended, rows: StoredRows): string | null {
  const { row } = ended;
  switch (row.status) {
    case 'cancelled':
      return cancelFault(ended);
    case 'skipped':
      return skipFault(walk, ended, rows);
    case 'failed':
      return failFault(walk, ended);
    case 'reviewed':
      return mentions(ended, 'was reviewed') ? null : 'nobody said so';
    case 'unsubscribed':
      return mentions(ended, 'unsubscribed') ? null : 'nobody unsubscribed';
    default:
      return row.sent_on || row.deleted_on ? null : 'it was never sent';
  }
}

function cancelFault({ row, request, sequence }: Ended): string | null {
  if (row.deleted_on) return null;
  if (row.step === 0) return 'only reminders are cancelled';
  const isEnded = sequence.some(
    (one) =>
      one.clicked_on ??
      one.reviewed_on ??
      one.unsubscribed_on ??
      one.failed_on ??
      (one.step === 0 ? one.deleted_on : null) ??
      (one.id !== row.id ? one.skip_reason : null),
  );
  const isStopped = request.barriers.some(({ what }) => what.includes('was stopped'));
  return isEnded || isStopped ? null : 'nothing has ended its sequence';
}

function skipFault(walk: WalkWorld, { row, request, conversations }: Ended, rows: StoredRows): string | null {
  const reason = row.skip_reason ?? '';
  if (reason === 'plan_limit') return request.tenant.invitesMonth < 0 ? 'the plan has no limit' : null;
  if (reason === 'cooldown') return othersTo(walk, request, rows) ? null : 'nobody else wrote to the person';
  if (!reason.startsWith('suppressed_')) return `nothing explains ${reason}`;
  const people = [...request.recipients].map((address) => walk.model.personOf(request.tenant, address));
  const hasBounced =
    reason === 'suppressed_bounce' && conversations.some(({ fate }) => fate === 'no_such_user');
  if (hasBounced || people.some(({ barriers }) => barriers.length > 0)) return null;
  return 'the person was never suppressed';
}

function othersTo({ model }: WalkWorld, request: WalkRequest, rows: StoredRows): boolean {
  return [...model.requests.values()].some(
    (one) =>
      one.id !== request.id &&
      one.tenant === request.tenant &&
      one.step === 0 &&
      rows.get(one.id)!.queued &&
      [...one.recipients].some((address) => request.recipients.has(address)),
  );
}

function failFault(walk: WalkWorld, { row, conversations, mails }: Ended): string | null {
  const fates = new Set([...conversations, ...mails].map(({ fate }) => fate));
  const isReported = [...walk.model.reports].some((report) => requestIdOf(report) === row.id);
  switch (row.error_code) {
    case 'hard_bounce':
    case 'hard_bounce_unverified':
      return fates.has('no_such_user') || isReported ? null : 'the address exists';
    case 'rejected_by_policy':
      return fates.has('policy') || fates.has('refuse_after_dot') || fates.has('hold')
        ? null
        : 'nobody refused it';
    case 'smtp_auth':
    case 'smtp_temporary':
      return row.attempts >= MAX_ATTEMPTS ? null : `it had only ${row.attempts} attempts`;
    default:
      return `nothing explains ${row.error_code}`;
  }
}

function mentions({ request }: Ended, words: string): boolean {
  return request.barriers.some(({ what }) => what.includes(words));
}

/** What a person did counts, and what a program did counts as nothing. */
function checkClicks(walk: WalkWorld, { row, request }: Ended): void {
  const { clickedByPerson, clickedByProgram } = request;
  if (row.clicked_on && !clickedByPerson && !clickedByProgram)
    walk.fail(`The link of ${row.id} counts as followed, but nobody did so`, row.id);
  if (row.clicked_on && !clickedByPerson) walk.fail(`A scan of ${row.id} counts as that of a person`, row.id);
  const isErased = row.recipient === '';
  if (clickedByPerson && !clickedByProgram && !row.clicked_on && !row.deleted_on && !isErased)
    walk.fail(`A person followed the link of ${row.id}, which does not count`, row.id);
}
