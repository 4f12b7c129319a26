import { Injectable, Logger } from '@nestjs/common';
import { type MailDelivery, MailDeliveryService } from '../mailbox/mail-delivery.service';
import { LinkThrottleService } from '../one-time-links/link-throttle.service';
import type { Browser } from '../sessions/sessions.service';
import { type UserRow, UsersRepository } from '../users/users.repository';
import { ResetRequestsService } from './reset-requests.service';

/** Users of one email whose passwords one mail can change. */
const MAX_USERS = 20;

/** The dashboard shows this mail to nobody. Only people who can read the files of the machine get it. */
const KEPT =
  'A mail with a link for a new password is kept on this machine, because SMTP_URL is not set: it is the newest file in the folder mailbox of DATA_DIR';

/** Receives requests for a new password. The response is the same for every email. */
@Injectable()
export class ForgottenPasswordService {
  private readonly logger = new Logger(ForgottenPasswordService.name);

  constructor(
    private readonly throttle: LinkThrottleService,
    private readonly users: UsersRepository,
    private readonly requests: ResetRequestsService,
    private readonly mails: MailDeliveryService,
  ) {}

  /**
   * Has links mailed to the users with this email, on a white-label domain only to the user of its account. Returns where mails
   * go, which does not depend on the email. Throws 429 after too many requests for one email or from one network.
   */
  async request(email: string, { host, address }: Browser): Promise<MailDelivery> {
    await this.throttle.countMail(email, address);
    const users = await this.find(email, host.accountId);
    const requestedOn = { host: host.host, isWhiteLabel: host.accountId !== null };
    await this.requests.add(
      users.map(({ id }) => id),
      requestedOn,
    );
    const { delivery } = this.mails;
    if (delivery === 'mailbox' && users.length > 0) this.logger.warn(KEPT);
    return delivery;
  }

  private async find(email: string, accountId: number | null): Promise<UserRow[]> {
    if (accountId === null) return this.users.listByEmail(email, MAX_USERS);
    const user = await this.users.findInAccount(accountId, email);
    return user ? [user] : [];
  }
}
