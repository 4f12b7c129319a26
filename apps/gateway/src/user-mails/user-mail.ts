import { ownValue } from '@plaudit/contracts';

/** Returns a function that replaces words in braces in one pass, so that no value is taken for a word. */
export function filler(values: Readonly<Record<string, string>>): (text: string) => string {
  return (text) => text.replace(/\{(\w+)\}/g, (word, name: string) => ownValue(values, name) ?? word);
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/**
 * A mail to one user. It has no word that an account chose, such as the name of the user or of the company: an account can add a user
 * with the address of a stranger.
 */
export interface UserMail extends MailContent {
  address: string;
  /** The part of the Message-ID before the @. Every attempt has the same. */
  id: string;
  date: Date;
  /** The account whose admins may read the mail in the mailbox of this server. Without it nobody reads it there. */
  readers?: { accountId: number; userId: number };
}
