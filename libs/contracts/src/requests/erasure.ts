import { IsString, MaxLength } from 'class-validator';

/**
 * `POST` to invitations with an {@link EraseInvitationsRequest}: the request for the erasure of a person, from an admin. The response
 * is 200 with an {@link ErasedInvitationsResponse}.
 */
export const ERASE_INVITATIONS_PATH = '/internal/invitations/erase';

/** Reviews sends it with the token of its caller. A caller that manages the whole account erases in all of it. */
export class EraseInvitationsRequest {
  /** An email address, or a phone number as E.164 writes it. */
  @IsString() @MaxLength(254) recipient: string;
}

export interface ErasedInvitationsResponse {
  /** How many requests to the person were anonymised now, by sub account. Sub accounts without any are left out. */
  sub_accounts: { sub_account_id: number; invitations: number }[];
  /** Ids of requests to the person that led to a review, also of those that were anonymised before. */
  reviewed: number[];
}
