import { Injectable } from '@nestjs/common';
import { InvitationsEnv } from '../invitations.env';
import { MailTransportClient } from '../mail/mail-transport.client';
import type { PreparedMessage } from '../preparing/preparation.service';
import type { InviteType, RenderedEmail, RenderedSms } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import { SmsClient } from '../sms/sms.client';
import { isKept, type SendOutcome, type TransportDelivery } from './outcome';

const SMS_CONNECTIONS = 8;

/** Hands a prepared message to the mail server or the SMS provider. */
@Injectable()
export class TransportsService {
  constructor(
    private readonly mail: MailTransportClient,
    private readonly sms: SmsClient,
    private readonly env: InvitationsEnv,
  ) {}

  /** Returns false if messages of this type cannot be sent at all. */
  isConfigured(type: InviteType): boolean {
    return type === 'email' ? this.mail.isConfigured : this.sms.provider !== 'none';
  }

  /** Returns how many messages of this type the process may send at once. With 0 they are left to other processes. */
  connectionsFor(type: InviteType): number {
    return type === 'email' ? this.env.SMTP_CONNECTIONS : SMS_CONNECTIONS;
  }

  /** Returns what the provider of messages of this type is called in `requests.provider`. */
  providerOf(type: InviteType): string {
    if (type === 'sms') return this.sms.provider;
    return this.env.MAILBOX_URL ? 'mailbox' : 'smtp';
  }

  /** Returns what becomes of messages of this type. */
  deliveryOf(type: InviteType): TransportDelivery {
    if (!this.isConfigured(type)) return 'none';
    return isKept(this.providerOf(type)) ? 'kept' : 'sent';
  }

  /** Sends one message. A failure is an outcome. So is an error of this code, because nobody knows how far it came. */
  async send(message: PreparedMessage): Promise<SendOutcome> {
    const { row, rendered } = message;
    try {
      const outcome =
        rendered.kind === 'email'
          ? await this.sendMail(message, rendered)
          : await this.sendSms(message, rendered);
      return outcome.kind === 'unknown' ? this.withoutAnswer(row, outcome) : outcome;
    } catch (error) {
      return this.withoutAnswer(row, { code: 'internal', msg: (error as Error).name });
    }
  }

  /** Returns what a missing answer means: that the message was sent, unless SMTP_UNKNOWN has mails sent once more. */
  withoutAnswer(row: RequestRow, { code, msg }: { code: string; msg: string }): SendOutcome {
    const isRepeated =
      row.type === 'email' && this.env.SMTP_UNKNOWN === 'retry' && row.delivery !== 'unconfirmed';
    return { kind: isRepeated ? 'repeated' : 'unknown', code, msg };
  }

  private sendMail({ row, messageId }: PreparedMessage, rendered: RenderedEmail): Promise<SendOutcome> {
    const { from, replyTo, subject, html, text, unsubscribeUrl, date } = rendered;
    return this.mail.send({
      id: row.id,
      settingsId: row.settings_id,
      subAccountId: row.sub_account_id,
      messageId: messageId ?? '',
      date: new Date(date),
      to: { name: row.name, address: row.recipient },
      from,
      replyTo,
      subject,
      html,
      text,
      unsubscribeUrl,
    });
  }

  private sendSms({ row }: PreparedMessage, { from, channel, body }: RenderedSms): Promise<SendOutcome> {
    return this.sms.send({ to: row.recipient, from, channel, body, ref: String(row.id) });
  }
}
