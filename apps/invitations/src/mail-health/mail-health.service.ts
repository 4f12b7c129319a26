import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { MailTransportClient } from '../mail/mail-transport.client';
import { MailHealthReadModel, type OpenFuse, type StandingStop } from './mail-health.read-model';

/** What keeps the mails of a sub account from being sent, and what keeps its bounces from suppressing people. */
export interface MailHealth {
  /** False without a mail server. */
  isConfigured: boolean;
  stops: StandingStop[];
  fuses: OpenFuse[];
}

/** Says whether mails can be sent. */
@Injectable()
export class MailHealthService {
  constructor(
    private readonly health: MailHealthReadModel,
    private readonly mail: MailTransportClient,
  ) {}

  async of({ sub_account_id }: Tenant): Promise<MailHealth> {
    return {
      isConfigured: this.mail.isConfigured,
      stops: await this.health.stops(sub_account_id, this.mail.from.address),
      fuses: await this.health.fuses(sub_account_id),
    };
  }
}
