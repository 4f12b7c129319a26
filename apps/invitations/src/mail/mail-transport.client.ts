import { Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { Options as TransportOptions } from 'nodemailer/lib/smtp-transport';
import { InvitationsEnv } from '../invitations.env';
import { Conversation } from './conversation';
import { failedOutcome, type MailOutcome, type SmtpError } from './mail-outcome';
import { dkimKey, isAddress, type Mailbox, readMailbox } from './mail-settings';
import { type MailSender, messageOptions, type OutgoingMail, SIGNED_HEADERS } from './outgoing-mail';
import { WholeMessage } from './whole-message';

/** Ends a conversation whose server sends a few bytes at a time. Shorter than a lease. */
const MAX_CONVERSATION_MS = 240_000;
const INVALID_ADDRESS: MailOutcome = {
  kind: 'refused',
  code: 'invalid_recipient',
  msg: 'The recipient or the sender is not one email address.',
  suppress: false,
};
const NOBODY: Mailbox = { name: '', address: 'nobody@localhost' };

/**
 * Hands mails to the server of SMTP_URL, one conversation per mail. Nothing is repeated here. The pool of nodemailer would send a
 * mail again when its connection breaks, so it is not used.
 */
@Injectable()
export class MailTransportClient {
  /** False without SMTP_URL: no mail can be sent. */
  readonly isConfigured: boolean;
  /** The sender of mails whose settings name none. */
  readonly from: Mailbox;
  private readonly sender: MailSender;
  private readonly options: TransportOptions;

  constructor(env: InvitationsEnv) {
    this.isConfigured = Boolean(env.SMTP_URL);
    this.from = (env.MAIL_FROM && readMailbox(env.MAIL_FROM)) || NOBODY;
    this.sender = {
      bounceAddress: this.from.address,
      unsubscribeAddress: env.MAIL_UNSUBSCRIBE_ADDRESS ?? null,
      host: new URL(env.PUBLIC_URL).hostname,
      serverHost: env.SMTP_URL ? new URL(env.SMTP_URL).hostname : '',
    };
    const dkim = dkimKey(env);
    this.options = {
      url: env.SMTP_URL,
      connectionTimeout: env.SMTP_CONNECT_TIMEOUT_MS,
      greetingTimeout: env.SMTP_CONNECT_TIMEOUT_MS,
      dnsTimeout: env.SMTP_CONNECT_TIMEOUT_MS,
      socketTimeout: env.SMTP_ANSWER_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
    };
  }

  /** Sends one mail. A failure is an outcome; it does not throw. */
  async send(mail: OutgoingMail): Promise<MailOutcome> {
    if (!isAddress(mail.to.address) || !isAddress(mail.from.address)) return INVALID_ADDRESS;
    const conversation = new Conversation();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), MAX_CONVERSATION_MS);
    try {
      const transport = createTransport({
        ...this.options,
        logger: conversation.logger,
        transactionLog: true,
      });
      transport.use('stream', (composed, done) => {
        composed.message.transform(() => new WholeMessage());
        done();
      });
      await transport.sendMail(Object.assign(messageOptions(mail, this.sender), { signal: deadline.signal }));
      return { kind: 'sent', providerId: null };
    } catch (error) {
      return failedOutcome(error as SmtpError, conversation.dataAccepted);
    } finally {
      clearTimeout(timer);
    }
  }
}
