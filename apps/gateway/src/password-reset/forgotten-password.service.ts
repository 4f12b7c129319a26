import { Injectable } from '@nestjs/common';
import { LinkThrottleService } from '../login-links/link-throttle.service';
import type { Browser } from '../sessions/sessions.service';
import { type UserRow, UsersRepository } from '../users/users.repository';
import { ResetRequestsService } from './reset-requests.service';

/** Users of one email whose passwords one mail can change. */
const MAX_USERS = 20;

/** Receives requests for a new password. The response is the same for every email. */
@Injectable()
export class ForgottenPasswordService {
  constructor(
    private readonly throttle: LinkThrottleService,
    private readonly users: UsersRepository,
    private readonly requests: ResetRequestsService,
  ) {}

  /**
   * Has links mailed to the users with this email, on a white-label domain only to the user of its account. Throws 429 after
   * too many requests for one email or from one network.
   */
  async request(email: string, { host, address }: Browser): Promise<void> {
    await this.throttle.countMail(email, address);
    const users = await this.find(email, host.accountId);
    const requestedOn = { host: host.host, isWhiteLabel: host.accountId !== null };
    await this.requests.add(
      users.map(({ id }) => id),
      requestedOn,
    );
  }

  private async find(email: string, accountId: number | null): Promise<UserRow[]> {
    if (accountId === null) return this.users.listByEmail(email, MAX_USERS);
    const user = await this.users.findInAccount(accountId, email);
    return user ? [user] : [];
  }
}
