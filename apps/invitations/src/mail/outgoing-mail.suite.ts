import { InvitationsEnv } from '../invitations.env';
import { MailTransportClient } from './mail-transport.client';
import type { OutgoingMail } from './outgoing-mail';

/** Returns a mail with every field set. */
export function buildMail(fields: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    id: 901,
    settingsId: 5,
    subAccountId: 7,
    messageId: 'inv.901.k3v9x2ab@example.com',
    date: new Date('2026-09-20T10:00:00Z'),
    from: { name: 'Bakery Sample', address: 'reviews@example.com' },
    to: { name: 'Noa Bergman', address: 'noa@example.org' },
    replyTo: 'owner@example.net',
    subject: 'How was your experience with Bakery Sample?',
    html: '<p>Hello <b>Noa</b></p>',
    text: 'Hello Noa',
    unsubscribeUrl: 'https://reviews.example.com/u/AQMAAAAAACoArmvhiS4d41C_tQ',
    ...fields,
  };
}

/** Returns a client that gives a server five seconds to answer, because the machine may stand still for some. */
export function mailClient(settings: Partial<InvitationsEnv>): MailTransportClient {
  return new MailTransportClient(
    Object.assign(new InvitationsEnv(), {
      PUBLIC_URL: 'https://reviews.example.com',
      MAIL_FROM: 'Plaudit <reviews@example.com>',
      SMTP_CONNECT_TIMEOUT_MS: 5_000,
      SMTP_ANSWER_TIMEOUT_MS: 5_000,
      ...settings,
    }),
  );
}
