/** Fewer mails prove nothing. */
const MIN_MAILS = 20;
/** The fuse goes out if more of the mails than this share come back. */
const MAX_SHARE = 1 / 5;

/** The code of requests whose mail came back as unknown while a fuse was out. Their people are not suppressed. */
export const UNVERIFIED_BOUNCE = 'hard_bounce_unverified';

/** How many mails were sent within an hour, and how many of them came back because the mailbox does not exist. */
export interface BounceRate {
  mails: number;
  gone: number;
}

/** Returns true if so many mails came back that the mail server is more likely wrong than the addresses. */
export function isTooHigh({ mails, gone }: BounceRate): boolean {
  return mails >= MIN_MAILS && gone > mails * MAX_SHARE;
}

/** The fields of a request that decide. */
export interface BouncedMail {
  id: number;
  account_id: number;
  sub_account_id: number;
  recipient: string;
  sent_on: Date | null;
}
