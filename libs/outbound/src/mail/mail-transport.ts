import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Options as TransportOptions } from 'nodemailer/lib/smtp-transport';
import { Conversation } from './conversation';
import { failedOutcome, type MailOutcome, type SmtpError } from './mail-outcome';
import { dkimKey, type Mailbox, type MailSettings, readMailbox } from './mail-settings';
import { WholeMessage } from './whole-message';

/** Ends a conversation whose server sends a few bytes at a time. Shorter than a lease. */
const MAX_CONVERSATION_MS = 240_000;
const NOBODY: Mailbox = { name: '', address: 'nobody@localhost' };

/** A mail as nodemailer takes it. Its envelope is explicit, so that no header can add a recipient. */
export interface MailMessage extends SendMailOptions {
  envelope: { from: string; to: string[] };
  baseBoundary: string;
}

export interface MailTransportSettings extends MailSettings {
  SMTP_CONNECT_TIMEOUT_MS: number;
  SMTP_ANSWER_TIMEOUT_MS: number;
}

/**
 * Hands mails to the server of SMTP_URL, one conversation per mail. Nothing is repeated here. The pool of nodemailer would send a
 * mail again when its connection breaks, so it is not used.
 */
export class MailTransport {
  /** False without SMTP_URL: no mail can be sent. */
  readonly isConfigured: boolean;
  /** The sender of MAIL_FROM. */
  readonly from: Mailbox;
  private readonly options: TransportOptions;

  /** `signedHeaders` are those that DKIM signs, with colons between them. */
  constructor(settings: MailTransportSettings, signedHeaders: string) {
    this.isConfigured = Boolean(settings.SMTP_URL);
    const from = settings.MAIL_FROM ? readMailbox(settings.MAIL_FROM) : NOBODY;
    this.from = 'fault' in from ? NOBODY : from;
    const dkim = dkimKey(settings);
    this.options = {
      url: settings.SMTP_URL,
      connectionTimeout: settings.SMTP_CONNECT_TIMEOUT_MS,
      greetingTimeout: settings.SMTP_CONNECT_TIMEOUT_MS,
      dnsTimeout: settings.SMTP_CONNECT_TIMEOUT_MS,
      socketTimeout: settings.SMTP_ANSWER_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && { dkim: { ...dkim, headerFieldNames: signedHeaders } }),
    };
  }

  /** Sends one mail. A failure is an outcome; it does not throw. */
  async send(message: MailMessage): Promise<MailOutcome> {
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
      await transport.sendMail(Object.assign(message, { signal: deadline.signal }));
      return { kind: 'sent', providerId: null };
    } catch (error) {
      return failedOutcome(error as SmtpError, conversation.dataAccepted);
    } finally {
      clearTimeout(timer);
    }
  }
}
