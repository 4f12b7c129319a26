import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Randomness } from '@plaudit/runtime';
import type { Business } from '../businesses/business';
import type { ChannelCopy } from '../channels/channel-copy';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { hasReviewLink, reviewTargets } from '../channels/review-targets';
import { MessageLinksService } from '../links/message-links.service';
import { MailTransportClient } from '../mail/mail-transport.client';
import { messageIdOf } from '../mail/outgoing-mail';
import { type MessageInput, senderName } from '../messages/message';
import { renderEmail } from '../messages/render-email';
import { renderSms } from '../messages/render-sms';
import type { Frozen } from '../queue/claims.repository';
import type { RequestRow } from '../requests/request-rows';
import type { InviteSettings } from '../settings/invite-settings';

const RANDOM_BYTES = 6;

interface Subject {
  now: Date;
  settings: InviteSettings;
  business: Business;
}

/** The channels of sub accounts, by the id of the sub account. */
export type ChannelsOf = ReadonlyMap<number, readonly ChannelCopy[]>;

/** Renders messages for good: every attempt sends what the first one did. */
@Injectable()
export class MessageRendererService {
  constructor(
    private readonly copies: ChannelCopiesRepository,
    private readonly links: MessageLinksService,
    private readonly mail: MailTransportClient,
    private readonly randomness: Randomness,
  ) {}

  async channelsOf(tx: Tx, rows: readonly RequestRow[]): Promise<ChannelsOf> {
    const channels = new Map<number, ChannelCopy[]>();
    const ids = rows.map(({ sub_account_id }) => sub_account_id);
    for (const copy of await this.copies.listFor(tx, ids)) {
      channels.set(copy.sub_account_id, [...(channels.get(copy.sub_account_id) ?? []), copy]);
    }
    return channels;
  }

  /** Returns what the message will be. Returns null if it would have no link to review anything. */
  render(row: RequestRow, subject: Subject, channels: ChannelsOf): Frozen | null {
    const { settings, business, now } = subject;
    const targets = reviewTargets({
      settings,
      requestChannels: row.channels,
      copies: channels.get(row.sub_account_id) ?? [],
      directForm: settings.direct_form.enabled,
    });
    if (!hasReviewLink(targets)) return null;
    const links = this.links.linksOf(row, business, targets, settings);
    const { step, name, data } = row;
    const input: MessageInput = { settings, step, name, data, business, links, now };
    return row.type === 'email' ? this.email(row, input) : sms(row, input);
  }

  /** Returns the address in From of a mail, in lower case: the one that it was made with, else that of its settings. */
  senderOf({ rendered }: RequestRow, { from_email }: InviteSettings): string {
    const made = rendered?.kind === 'email' ? rendered.from.address : null;
    return (made ?? from_email ?? this.mail.from.address).toLowerCase();
  }

  private email(row: RequestRow, input: MessageInput): Frozen {
    const { settings, links, now } = input;
    const address = settings.from_email ?? this.mail.from.address;
    return {
      id: row.id,
      messageId: messageIdOf(row.id, this.randomness.bytes(RANDOM_BYTES), this.mail.from.address),
      segments: null,
      rendered: {
        kind: 'email',
        from: { name: senderName(input), address },
        replyTo: settings.reply_to,
        ...renderEmail(input),
        unsubscribeUrl: links.unsubscribe,
        date: now.toISOString(),
      },
    };
  }
}

function sms(row: RequestRow, input: MessageInput): Frozen {
  const { channel, from } = input.settings.sms;
  const { body, size } = renderSms(input);
  const segments = size?.segments ?? null;
  return { id: row.id, messageId: null, segments, rendered: { kind: 'sms', from, channel, body } };
}
