import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { invitationOf, type InviteState } from './invitation';
import { InvitationsRepository } from './invitations.repository';

/** Keeps the stages of invitations and the counts of their days. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly subAccounts: SubAccountsRepository,
    private readonly invitations: InvitationsRepository,
  ) {}

  /** Stores the stages that the events report, at most one event of each invitation. */
  async apply(tx: Tx, events: readonly DomainEvent<InviteState>[]): Promise<void> {
    const invitations = events.map(invitationOf);
    await this.subAccounts.lock(tx, invitations);
    await this.invitations.apply(tx, invitations);
    await this.invitations.nameSettings(tx, invitations);
  }
}
