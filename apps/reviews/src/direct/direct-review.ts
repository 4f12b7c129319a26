import type { InviteAnsweredPayload, Tenant } from '@plaudit/contracts';
import { cleanReviews } from '../collected/clean-review';
import { mailbox } from '../privacy/person';
import { CUSTOM, fingerprint, statusNumber } from '../reviews/review';
import type { NewReview } from '../reviews/review-rows';

/** The source of reviews that recipients of invitations write on the landing page. */
export const DIRECT_SOURCE = 'Direct';

/** The fields of `invite.answered` that make up a review. */
export const ANSWER_FIELDS = [
  'id',
  'from_name',
  'from_email',
  'text',
  'rating_value',
  'rating_scale',
  'language',
  'consent_text',
  'happened_on',
] as const satisfies readonly (keyof InviteAnsweredPayload)[];

export type Answer = Pick<InviteAnsweredPayload, (typeof ANSWER_FIELDS)[number]>;

/** A direct review without its source. */
export type DirectReview = Omit<NewReview, 'source_id' | 'label' | 'fingerprint'> & {
  external_id: string;
  from_email: string | null;
  fingerprint: string;
  invite_id: number;
};

/** Returns the `external_id` of the review of an invitation. It is also the name of a recipient who has no email address. */
export function inviteName(inviteId: number): string {
  return `invite-${inviteId}`;
}

/**
 * Returns the review that the recipient of an invitation wrote. Its author was a customer, so it is verified. `additional` has
 * the sentence to which the author agreed, and when.
 */
export function directReview(
  answer: Answer,
  { account_id, sub_account_id }: Tenant,
  now: Date,
): DirectReview {
  const [clean] = cleanReviews([readable(answer)], now);
  const { text, from_name, rating_value, rating_scale, language, additional, posted_on } = clean!;
  return {
    account_id,
    sub_account_id,
    platform: CUSTOM,
    origin: 'invitation',
    status: statusNumber('inbox'),
    invite_id: answer.id,
    external_id: inviteName(answer.id),
    verified: true,
    text,
    from_name,
    from_email: answer.from_email ? mailbox(answer.from_email) : null,
    rating_value,
    rating_scale,
    language,
    posted_on: posted_on ?? now,
    posted_precision: 'second',
    additional,
    fingerprint: fingerprint(from_name, text),
  };
}

function readable({ id, happened_on, consent_text, ...answer }: Answer) {
  return {
    ...answer,
    external_id: inviteName(id),
    posted_on: happened_on,
    additional: { consent_text, consented_on: happened_on },
    from_image: null,
    from_url: null,
    post_url: null,
    media: [],
    reply: null,
    verified: true,
    removed: false,
  };
}
