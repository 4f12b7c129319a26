import { Injectable } from '@nestjs/common';
import type { DomainEvent, InviteSnapshotPayload, Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { DayRecountsService } from '../days/day-recounts.service';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { invitationOf, type InviteState, recordedInvitation } from './invitation';
import { InvitationsRepository } from './invitations.repository';

/** Keeps the stages of invitations and the counts of their days. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly subAccounts: SubAccountsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly days: DayRecountsService,
  ) {}

  /** Stores the stages that the events report, at most one event of each invitation. */
  async apply(tx: Tx, events: readonly DomainEvent<InviteState>[]): Promise<void> {
    const invitations = events.map(invitationOf);
    await this.subAccounts.lock(tx, invitations);
    await this.invitations.apply(tx, invitations);
    await this.invitations.nameSettings(tx, invitations);
  }

  /**
   * Makes the copies in the page's range equal to the page, except for what an event changed later. After the last page the days of
   * every sub account are due to be counted again, so that a rebuild also corrects damaged days.
   */
  async applySnapshot(tx: Tx, { data }: DomainEvent<InviteSnapshotPayload>): Promise<void> {
    const invitations = data.records.map((record) => recordedInvitation(record, data));
    const isLast = data.through === null;
    const owners: Tenant[] = [...invitations, ...(await this.invitations.ownersInRange(tx, data))];
    if (isLast) owners.push(...(await this.subAccounts.all(tx)));
    await this.subAccounts.lock(tx, owners, false);
    await this.invitations.applySnapshot(tx, data, invitations);
    await this.invitations.nameSettings(tx, invitations);
    if (!isLast) return;
    await this.subAccounts.makeDue(tx, owners);
    this.days.recountAfter(tx);
  }
}
