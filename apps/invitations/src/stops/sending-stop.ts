const MINUTE_MS = 60_000;
/** Pauses before the first, second and every further mail that tries whether the mail server accepts the sender again. */
const PAUSES_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS);
/** After a mail was accepted, so many refusals in a row stop the sender again. Fewer concern single recipients. */
const STOPS_AGAIN_AFTER = 5;
/** An accepted mail proves for so long that the sender is not the reason of a refusal. */
const PROOF_MS = 60 * MINUTE_MS;
/** Multiples of it are spread evenly between whole numbers. */
const GOLDEN_RATIO = 0.618034;
/** Of more refused messages, the newest are kept. */
const MAX_REFUSED = 100;

/** The codes of replies that mean our relay, login or sender. */
export const OPERATOR_CODES = ['smtp_auth', 'smtp_relay_refused', 'smtp_sender_refused'] as const;

/** Why the mail server accepts nothing of a sender. `msg` is its reply without addresses. */
export interface StopFault {
  code: string;
  msg: string;
}

/** The mails of a sub account with one address in From. */
export interface Sender {
  sub_account_id: number;
  account_id: number;
  /** In lower case. */
  sender: string;
}

/** What is known of a sender that the mail server has refused. It is kept for a while after the stop has ended. */
export interface SendingStop extends Sender, StopFault {
  stopped_on: Date;
  /** When the last mail was refused. */
  failed_on: Date;
  next_try_on: Date;
  /** How many mails have tried whether the stop can end. */
  tries: number;
  /** Id of the message that tries, or tried last. Null before the first try. */
  probe: number | null;
  /** Ids of messages that were refused, the newest last. */
  refused: number[];
  /** When the server accepted a mail again. Null while the sender is stopped. */
  ended_on: Date | null;
  /** Refusals since a mail was accepted last. */
  failures: number;
}

/** Refused messages of one sender. */
export interface Refusals extends Sender, StopFault {
  ids: readonly number[];
}

/** Returns the stop that the first refusals of a sender begin. */
export function stopAfter({ ids, ...refusals }: Refusals, at: Date): SendingStop {
  return {
    ...refusals,
    stopped_on: at,
    failed_on: at,
    next_try_on: new Date(at.getTime() + PAUSES_MS[0]!),
    tries: 0,
    probe: null,
    refused: ids.slice(-MAX_REFUSED),
    ended_on: null,
    failures: ids.length,
  };
}

/**
 * Returns what further refusals make of a stop. One that has ended begins again, unless a mail of the sender was accepted a short
 * time ago: then it needs several refusals in a row, because a single one may concern its recipient only. A missing login never does.
 */
export function refusedAgain(stop: SendingStop, refusals: Refusals, at: Date): SendingStop {
  const { ids, code, msg } = refusals;
  const failures = stop.failures + ids.length;
  const refused = [...stop.refused.filter((id) => !ids.includes(id)), ...ids].slice(-MAX_REFUSED);
  const next = { ...stop, code, msg, failed_on: at, failures, refused };
  if (stop.ended_on === null) return next;
  const unknown = ids.some((id) => !stop.refused.includes(id));
  const isProved = at.getTime() - stop.ended_on.getTime() < PROOF_MS;
  const isOurs = !isProved || code === 'smtp_auth' || failures >= STOPS_AGAIN_AFTER;
  if (unknown && isOurs) return { ...stopAfter(refusals, at), refused };
  return next;
}

/** Ids of messages that wait for the end of a stop, one list for each settings profile. */
export type Waiting = readonly (readonly number[])[];

/** Returns the stop after one of these waiting messages was chosen to try whether it can end. Without messages, nothing tries. */
export function triedAt(stop: SendingStop, waiting: Waiting, at: Date): SendingStop {
  const tries = stop.tries + 1;
  const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]!;
  const probe = waiting.length > 0 ? chosenFrom(stop, waiting) : null;
  return { ...stop, tries, probe, next_try_on: new Date(at.getTime() + pauseMs) };
}

/**
 * Chooses the message that tries: one that was not refused, else the one that was refused first. Each try takes another profile, because
 * the send window of one may be closed, and looks at another place of its list, because recipients of one domain that is refused often
 * stand together.
 */
function chosenFrom({ refused, tries }: SendingStop, waiting: Waiting): number {
  const others = waiting
    .map((ids) => ids.filter((id) => !refused.includes(id)))
    .filter((ids) => ids.length > 0);
  const ids = others[tries % others.length];
  if (ids) return ids[Math.floor(((tries * GOLDEN_RATIO) % 1) * ids.length)]!;
  return waiting.flat().toSorted((a, b) => refused.indexOf(a) - refused.indexOf(b))[0]!;
}
