import { Injectable } from '@nestjs/common';
import { notFound, type Tenant } from '@plaudit/contracts';
import { UnknownIdsClient } from '@plaudit/runtime';
import { ChannelsReadModel, type KnownChannel } from './channels.read-model';

/** Finds the channel that a request names. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly channels: ChannelsReadModel,
    private readonly unknownIds: UnknownIdsClient,
  ) {}

  /**
   * Returns the channel if it belongs to the caller's sub account. Asks its owner about one that no event has told of, because it may
   * have been connected a moment ago: it has no name then, and no reviews. Throws 404 if it does not exist, and 503 if the owner
   * does not answer.
   */
  async get(channelId: number, { account_id, sub_account_id }: Tenant): Promise<KnownChannel> {
    const known = await this.channels.find(channelId, { account_id, sub_account_id });
    if (known) return known;
    if (await this.channels.isCopied(channelId)) throw notFound('channel', channelId);
    const unknown = await this.unknownIds.channels([channelId], sub_account_id);
    if (unknown.length > 0) throw notFound('channel', channelId);
    return { id: channelId, account_id, sub_account_id, name: '' };
  }
}
