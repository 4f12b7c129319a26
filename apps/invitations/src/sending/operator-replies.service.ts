import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';
import type { Refusals, Sender } from '../stops/sending-stop';
import { OperatorRepliesMetrics } from '../stops/operator-replies.metrics';
import { SendingStopsService } from '../stops/sending-stops.service';
import type { HeldAttempt, SendOutcome } from './outcome';

/** An attempt that the mail server ended because of our relay, login or sender. */
interface RefusedAttempt extends HeldAttempt {
  outcome: Extract<SendOutcome, { kind: 'operator' }>;
}

/** Stops senders and ends their stops, by what became of attempts. */
@Injectable()
export class OperatorRepliesService {
  constructor(
    private readonly stops: SendingStopsService,
    private readonly metrics: OperatorRepliesMetrics,
  ) {}

  /**
   * Returns the attempts with what follows for those that were refused because of our relay, login or sender: the message waits
   * without using an attempt, or is repeated like after any temporary error, if mails of the sender were accepted meanwhile. The rows
   * are locked.
   */
  async apply(tx: Tx, attempts: readonly HeldAttempt[]): Promise<HeldAttempt[]> {
    await this.stops.accepted(tx, attempts.flatMap(acceptedMail));
    const refused = attempts.filter(
      (attempt): attempt is RefusedAttempt => attempt.outcome.kind === 'operator',
    );
    if (refused.length === 0) return [...attempts];
    afterCommit(tx, () => this.metrics.replied('sending', refused.length));
    const followed = new Map<HeldAttempt, HeldAttempt>();
    for (const group of groupsOf(refused)) {
      const waits = await this.stops.refused(tx, refusalsOf(group));
      for (const attempt of group)
        followed.set(attempt, { ...attempt, outcome: outcomeAfter(attempt, waits) });
    }
    return attempts.map((attempt) => followed.get(attempt) ?? attempt);
  }
}

/** The server has asked for the mail, so it accepted relay, login and sender. */
function acceptedMail({ row, outcome }: HeldAttempt): (Sender & { begun_on: Date })[] {
  const isAccepted = outcome.kind === 'sent' || outcome.kind === 'unknown' || outcome.kind === 'repeated';
  if (row.type !== 'email' || !isAccepted || row.started_at === null) return [];
  return [{ ...senderOf(row), begun_on: row.started_at }];
}

function outcomeAfter({ outcome: { code, msg } }: RefusedAttempt, waits: boolean): SendOutcome {
  return waits ? { kind: 'stopped', code, msg } : { kind: 'retry', code, msg, connection: false };
}

function senderOf({ sub_account_id, account_id, rendered }: RequestRow): Sender {
  const address = rendered?.kind === 'email' ? rendered.from.address : '';
  return { sub_account_id, account_id, sender: address.toLowerCase() };
}

function refusalsOf(group: readonly RefusedAttempt[]): Refusals {
  const { row, outcome } = group.at(-1)!;
  return { ...senderOf(row), code: outcome.code, msg: outcome.msg, ids: group.map((one) => one.row.id) };
}

/** The groups are in the order in which every transaction locks stops. */
function groupsOf(attempts: readonly RefusedAttempt[]): RefusedAttempt[][] {
  const groups = new Map<string, RefusedAttempt[]>();
  for (const attempt of attempts) {
    const { sub_account_id, sender } = senderOf(attempt.row);
    const name = `${String(sub_account_id).padStart(16, '0')} ${sender}`;
    groups.set(name, [...(groups.get(name) ?? []), attempt]);
  }
  return [...groups.keys()].toSorted().map((name) => groups.get(name)!);
}
