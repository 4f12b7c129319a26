import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { UnknownIdsClient } from '@plaudit/runtime';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { MailTransportClient } from '../mail/mail-transport.client';
import type { ResolvedProfile } from '../settings/settings-profiles.repository';
import { SmsClient } from '../sms/sms.client';
import type { Addition } from './addition';
import type { AdditionFacts } from './addition-verdicts';

/** What is known before the transaction. */
export type Known = Pick<AdditionFacts, 'now' | 'unknownChannels' | 'refusal'>;

/** Checks what needs another service or the server's settings, before the transaction begins. */
@Injectable()
export class AdditionChecksService {
  constructor(
    private readonly database: Database,
    private readonly copies: ChannelCopiesRepository,
    private readonly unknownIds: UnknownIdsClient,
    private readonly mail: MailTransportClient,
    private readonly sms: SmsClient,
  ) {}

  /** Returns what is known at `now`, when the request arrived. */
  async check(
    { inviter, now }: { inviter: Tenant; now: Date },
    additions: readonly Addition[],
  ): Promise<Known> {
    return {
      now,
      unknownChannels: await this.unknownChannels(
        inviter,
        additions.flatMap(({ channels }) => channels ?? []),
      ),
      refusal: (type, profile) => (type === 'email' ? this.mailRefusal() : this.smsRefusal(profile)),
    };
  }

  /** The copies do not have a channel that was connected a moment ago, so its owner is asked. */
  private async unknownChannels(tenant: Tenant, ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const { sub_account_id } = tenant;
    const copies = await this.database.transaction((tx) => this.copies.listFor(tx, [sub_account_id]));
    const known = new Set(copies.map(({ id }) => id));
    const uncopied = [...new Set(ids)].filter((id) => !known.has(id));
    return new Set(await this.unknownIds.channels(uncopied, sub_account_id));
  }

  private mailRefusal(): ApiError | null {
    return this.mail.isConfigured ? null : notConfigured('email');
  }

  private smsRefusal({ settings }: ResolvedProfile): ApiError | null {
    const { channel } = settings.sms;
    if (this.sms.supports(channel)) return null;
    return notConfigured(channel === 'whatsapp' ? 'WhatsApp' : 'SMS');
  }
}

function notConfigured(what: string): ApiError {
  const msg = `type is not possible, because this server cannot send ${what}; ask its operator to set it up.`;
  return new ApiError('invalid_value', msg, { field: 'type' });
}
