import { Injectable } from '@nestjs/common';
import { notFound, type Tenant } from '@plaudit/contracts';
import { type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { MailTransportClient } from '../mail/mail-transport.client';
import type { TransportDelivery } from '../sending/outcome';
import { TransportsService } from '../sending/transports.service';
import {
  type DoubtfulRequest,
  MailHealthReadModel,
  type OpenFuse,
  type StandingStop,
} from './mail-health.read-model';

/** What keeps the mails of a sub account from being sent, and what keeps its bounces from suppressing people. */
export interface MailHealth {
  /** What becomes of emails and SMS. */
  mail: TransportDelivery;
  sms: TransportDelivery;
  stops: StandingStop[];
  fuses: OpenFuse[];
}

/** Says whether mails can be sent. */
@Injectable()
export class MailHealthService {
  constructor(
    private readonly health: MailHealthReadModel,
    private readonly mail: MailTransportClient,
    private readonly transports: TransportsService,
  ) {}

  async of({ sub_account_id }: Tenant): Promise<MailHealth> {
    return {
      mail: this.transports.deliveryOf('email'),
      sms: this.transports.deliveryOf('sms'),
      stops: await this.health.stops(sub_account_id, this.mail.from.address),
      fuses: await this.health.fuses(sub_account_id),
    };
  }

  /** Lists the requests that wait for the decision on a fuse. Throws 404 unless the sub account has the fuse. */
  async doubtful(
    { sub_account_id }: Tenant,
    fuseId: number,
    search: string | undefined,
    page: ListPage,
  ): Promise<ListSlice<DoubtfulRequest>> {
    if (!(await this.health.hasFuse(sub_account_id, fuseId))) throw notFound('fuse', fuseId);
    return readListPage(page, (rows) => this.health.doubtful(fuseId, search, page.afterId, rows));
  }
}
