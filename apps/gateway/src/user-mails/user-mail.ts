import { cleanLine } from '@plaudit/runtime/content';

const MAX_SHOWN_NAME = 100;

/**
 * Returns how a mail shows the name of a person or an account: on one line, without control characters, at most 100 characters. A
 * name that another account chose must not look like a part of the mail.
 */
export function shownName(name: string): string {
  return cleanLine(name, MAX_SHOWN_NAME);
}

/** Returns a function that replaces words in braces in one pass, so that no value is taken for a word. */
export function filler(values: Readonly<Record<string, string>>): (text: string) => string {
  return (text) => text.replace(/\{(\w+)\}/g, (word, name: string) => values[name] ?? word);
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A mail to one user. */
export interface UserMail extends MailContent {
  address: string;
  name: string | null;
  /** The part of the Message-ID before the @. Every attempt has the same. */
  id: string;
  date: Date;
}
