import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Tenant } from '@plaudit/contracts';
import { UnknownIdsClient } from '@plaudit/runtime';
import { AiEnv } from '../ai.env';
import { ChannelsReadModel, type KnownChannel } from './channels.read-model';

/** Finds the channel that a request names. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly channels: ChannelsReadModel,
    private readonly unknownIds: UnknownIdsClient,
    private readonly env: AiEnv,
  ) {}

  /**
   * Returns the channel if it belongs to the caller's sub account. Asks its owner about one that no event has told of, because it may
   * have been connected a moment ago: it has no name then, and no reviews. Throws 404 if it does not exist, or if there is no copy
   * of it and CHANNELS_URL is not set. Throws 503 if the owner does not answer.
   */
  async get(channelId: number, { account_id, sub_account_id }: Tenant): Promise<KnownChannel> {
    const known = await this.channels.find(channelId, { account_id, sub_account_id });
    if (known) return known;
    if (!this.env.CHANNELS_URL) throw unknownOrNew(channelId);
    if (await this.channels.isCopied(channelId)) {
      // Its event may have arrived between the two statements.
      const arrived = await this.channels.find(channelId, { account_id, sub_account_id });
      if (!arrived) throw notFound('channel', channelId);
      return arrived;
    }
    const unknown = await this.unknownIds.channels([channelId], sub_account_id);
    if (unknown.length > 0) throw notFound('channel', channelId);
    return { id: channelId, account_id, sub_account_id, name: '' };
  }
}

/** 404 without the owner's word: the channel may be so new that no event has told of it. */
function unknownOrNew(id: number): ApiError {
  const msg = `No channel with id ${id} belongs to this sub account. If it was connected a moment ago, try again shortly.`;
  return new ApiError('not_found', msg);
}
