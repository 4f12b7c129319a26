import { Injectable } from '@nestjs/common';
import {
  type DomainEvent,
  type InviteRecord,
  type InviteSentPayload,
  type InviteSnapshotPayload,
  parseWireDate,
} from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Chore, Clock } from '@plaudit/runtime';
import { monthStart } from './credit-month';
import { type SentInvite, SentInvitesRepository } from './sent-invites.repository';

/**
 * Counts the invitations of each account and UTC month from the events of invitations. It keeps a row for each invitation instead
 * of a number, so that a snapshot of invitations repairs the count after an event was lost.
 */
@Injectable()
export class InviteCreditsService {
  constructor(
    private readonly invites: SentInvitesRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns how many invitations the account has sent in the current month. */
  async usedThisMonth(accountId: number): Promise<number> {
    return this.invites.count(accountId, monthStart(this.clock.now()));
  }

  /** Counts the first message of a request. Reminders use no credit. */
  async count(
    tx: Tx,
    { accountid, data }: DomainEvent<Pick<InviteSentPayload, 'id' | 'step' | 'happened_on'>>,
  ): Promise<void> {
    const sent = { id: data.id, account_id: accountid, sent_on: parseWireDate(data.happened_on) };
    if (data.step === 0 && sent.sent_on >= this.oldestKept()) await this.invites.add(tx, sent);
  }

  /** Makes the counted invitations equal to a page of those that the invitations service knows. */
  async applySnapshot(tx: Tx, { data }: DomainEvent<InviteSnapshotPayload>): Promise<void> {
    const oldest = this.oldestKept();
    const sent = data.records
      .flatMap((record) => sentOf(record) ?? [])
      .filter(({ sent_on }) => sent_on >= oldest);
    const { after, through, begun_on } = data;
    await this.invites.replace(tx, { after, through, begunOn: parseWireDate(begun_on) }, sent);
  }

  /** Deletes the invitations of months that nobody asks for any more. Returns true if there may be more. */
  @Chore({ name: 'old_sent_invites', everyMs: 3_600_000, per: 'service' })
  purge(): Promise<boolean> {
    return this.invites.purge(this.oldestKept());
  }

  /** The previous month is kept, because a request may read the clock just before the month ends. */
  private oldestKept(): Date {
    return monthStart(this.clock.now(), -1);
  }
}

function sentOf({ id, account_id, step, sent_on }: InviteRecord): SentInvite | null {
  return step === 0 && sent_on !== null ? { id, account_id, sent_on: parseWireDate(sent_on) } : null;
}
