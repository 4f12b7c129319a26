/** How much of the name of a person or an account a mail shows. */
export const MAX_SHOWN_NAME = 100;

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
