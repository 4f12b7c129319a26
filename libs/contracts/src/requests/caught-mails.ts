/**
 * `GET` to the mail catcher of MAILBOX_URL, with its password. The response is a list of {@link CaughtMail}, the newest first. The path
 * followed by `/` and an id returns the bytes of one mail.
 */
export const CAUGHT_MAILS_PATH = '/mails';

/** The id of a mail: the time of arrival in milliseconds since 1970, and eight random digits. */
export const CAUGHT_MAIL_ID = /^(\d{13})-[0-9a-f]{8}$/;

/** A mail with its headers, which are enough for a list. */
export interface CaughtMail {
  id: string;
  /** The bytes of the headers as Latin-1, at most 16 KiB. */
  head: string;
}
