import { wireDate } from '@plaudit/contracts';
import type { Mail, MailLine } from './mail';

export interface MailLineResponse {
  id: string;
  from: string;
  to: string;
  subject: string;
  sent_on: string;
}

export interface MailResponse extends MailLineResponse {
  text: string | null;
  /** True if the mail has HTML, which is a path of its own. */
  html: boolean;
}

export function toMailLineResponse({ id, from, to, subject, sentOn }: MailLine): MailLineResponse {
  return { id, from, to, subject, sent_on: wireDate(sentOn) };
}

export function toMailResponse(mail: Mail): MailResponse {
  return { ...toMailLineResponse(mail), text: mail.text, html: mail.html !== null };
}
