import { Injectable } from '@nestjs/common';
import { ApiError, type ErasedInvitationsResponse, type Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { causeOf } from '../requests/request-cause';
import { ErasedRequestsService } from './erased-requests.service';
import { personOf } from './erasure';
import { ErasuresRepository } from './erasures.repository';

/** Erases what is stored about a recipient. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly requests: ErasedRequestsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Anonymises all requests to this email address or phone number, and suppresses the person: in the caller's sub account, or in all
   * of the account for a caller of its main one. A repeat after a failure continues where the first request stopped. Throws 403
   * unless the caller is an admin, and 503 while a message to the person is being sent.
   */
  async erase(principal: Principal, recipient: string): Promise<ErasedInvitationsResponse> {
    if (principal.role !== 'admin') throw adminsOnly();
    const person = personOf(recipient);
    const subAccounts = await this.subAccountsOf(principal);
    const counts: ErasedInvitationsResponse['sub_accounts'] = [];
    for (const sub_account_id of subAccounts) {
      const owner = { account_id: principal.account_id, sub_account_id };
      const cause = causeOf(principal, this.clock.now());
      const invitations = await this.requests.erase(owner, person, cause);
      if (invitations > 0) counts.push({ sub_account_id, invitations });
    }
    if (await this.erasures.isInFlight(subAccounts, person)) throw isBeingSent();
    return { sub_accounts: counts, reviewed: await this.erasures.reviewed(subAccounts, person) };
  }

  private async subAccountsOf({ account_id, sub_account_id, main }: Principal): Promise<number[]> {
    const others = main ? await this.erasures.subAccountsOf(account_id) : [];
    return [...new Set([sub_account_id, ...others])];
  }
}

function isBeingSent(): ApiError {
  return new ApiError(
    'upstream_unavailable',
    'A message to this person is being sent at the moment; repeat the request in a minute.',
  );
}

function adminsOnly(): ApiError {
  return new ApiError('forbidden', 'Only a key of the role admin may erase what is stored about a person.', {
    required: 'admin',
  });
}
