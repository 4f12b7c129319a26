import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { InvitationsClient } from './invitations.client';
import { isPhoneNumber, mailbox } from './person';
import type { EraseInput } from './privacy.dto';
import { ReviewErasureService } from './review-erasure.service';

/** How many reviews and invitations of a sub account were anonymised. */
export interface ErasedSubAccount {
  sub_account_id: number;
  reviews: number;
  invitations: number;
}

/** Erases what is stored about a person. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly invitations: InvitationsClient,
    private readonly reviews: ReviewErasureService,
  ) {}

  /**
   * Anonymises the invitations and the reviews of the person. A caller that manages the whole account does so in all sub accounts, any other
   * key in its own. Returns how many of each sub account were anonymised. A repeat after a failure continues where the first
   * request stopped. Throws 403 unless the key has the role admin, and 503 if the invitations cannot be erased now. No review has
   * changed then.
   */
  async erase(principal: Principal, input: EraseInput): Promise<ErasedSubAccount[]> {
    if (principal.role !== 'admin') throw adminsOnly();
    const recipient = recipientIn(input);
    const { sub_accounts, reviewed } = await this.invitations.erase(recipient);
    const box = isPhoneNumber(recipient) ? null : recipient;
    const reviews = await this.reviews.erase(principal, { mailbox: box, invites: reviewed });
    const invitations = new Map(sub_accounts.map((one) => [one.sub_account_id, one.invitations]));
    return countsOf(reviews, invitations);
  }
}

function countsOf(
  reviews: ReadonlyMap<number, number>,
  invitations: ReadonlyMap<number, number>,
): ErasedSubAccount[] {
  const ids = [...new Set([...reviews.keys(), ...invitations.keys()])].sort((a, b) => a - b);
  return ids.map((id) => ({
    sub_account_id: id,
    reviews: reviews.get(id) ?? 0,
    invitations: invitations.get(id) ?? 0,
  }));
}

/** Returns the phone number as it is given, or the mailbox of the address. */
function recipientIn({ recipient, from_email }: EraseInput): string {
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
  const given = (recipient ?? from_email) as string;
  return isPhoneNumber(given) ? given : mailbox(given);
}

function adminsOnly(): ApiError {
  return new ApiError('forbidden', 'Only a key of the role admin may erase what is stored about a person.', {
    required: 'admin',
  });
}
