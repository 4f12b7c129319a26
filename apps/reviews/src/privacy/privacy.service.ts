import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { WidgetRevisionClient } from '../widgets/widget-revision.client';
import { ErasureService } from './erasure.service';
import { mailbox } from './person';
import type { EraseInput } from './privacy.dto';

/** Where forgetting a person begins and ends; widgets hear of it before the client does. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly database: Database,
    private readonly erasure: ErasureService,
    private readonly widgets: WidgetRevisionClient,
  ) {}

  /**
   * Forgets whoever has this address, in the key's sub account; returns how many reviews were anonymised. Whoever asks
   * again after a failure goes on where it ended.
   */
  async erase(principal: Principal, input: EraseInput): Promise<number> {
    if (principal.role !== 'admin') throw adminsOnly();
    const person = mailbox(addressIn(input));
    const tenant = { accountId: principal.account_id, subAccountId: principal.sub_account_id };
    await this.database.transaction((tx) => this.erasure.suppress(tx, tenant, person));
    let erased = 0;
    let shown = false;
    for (;;) {
      const lot = await this.database.transaction((tx) => this.erasure.eraseLot(tx, tenant, person));
      if (lot.length === 0) break;
      erased += lot.length;
      shown ||= lot.some(({ payload }) => payload.status === 'approved');
    }
    if (shown) await this.widgets.bump(tenant.accountId, tenant.subAccountId);
    return erased;
  }
}

function addressIn({ recipient, from_email }: EraseInput): string {
  if (recipient === undefined && from_email === undefined) {
    throw new ApiError('missing_field', 'recipient or from_email is required.', { field: 'recipient' });
  }
  if (recipient !== undefined && from_email !== undefined) {
    throw new ApiError(
      'invalid_value',
      'recipient and from_email are two names of one field; send one of them.',
      {
        field: 'from_email',
      },
    );
  }
  return (recipient ?? from_email) as string;
}

function adminsOnly(): ApiError {
  return new ApiError('forbidden', 'Only a key of the role admin may erase what is stored of a person.', {
    required: 'admin',
  });
}
