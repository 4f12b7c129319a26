import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { type ChannelRow, ChannelsRepository } from '../channels/channels.repository';
import { CrawlsRepository } from '../crawl/queue/crawls.repository';
import { foldText } from '../normalise/text';
import type { PlatformMeta } from '../platforms/platform';

/** Creates channels whose reviews come from files only. */
@Injectable()
export class DashboardChannelFactory {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly events: ChannelEventsPublisher,
  ) {}

  /**
   * Stores an active channel that is never crawled, publishes `channel.connected` and returns the locked channel. Throws 422
   * `profile_not_valid` if the sub account has a channel of the type with this name.
   */
  async create(tx: Tx, tenant: Tenant, meta: PlatformMeta, name: string): Promise<ChannelRow> {
    const identity = foldText(name);
    const id = await this.channels.insert(tx, {
      account_id: tenant.account_id,
      sub_account_id: tenant.sub_account_id,
      type: meta.slug,
      profile_key: {},
      identity,
      name,
      url: null,
      score: null,
      rating_scale: meta.ratingScale,
      reviews: null,
      stores: null,
      countries: null,
      group_id: null,
      meta: null,
    });
    if (id === null) throw await this.duplicate(tx, tenant, meta, identity);
    await this.crawls.stop(tx, id);
    await this.channels.save(tx, id, { status: 'active' });
    const channel = await this.channels.lock(tx, id);
    if (!channel) throw new Error(`Channel ${id} is missing in the transaction that inserted it`);
    await this.events.connected(tx, channel);
    return channel;
  }

  private async duplicate(tx: Tx, tenant: Tenant, meta: PlatformMeta, identity: string): Promise<ApiError> {
    const existing = (await this.channels.findByIdentity(tx, tenant, meta.slug, identity)) ?? 0;
    return new ApiError(
      'profile_not_valid',
      `name is that of channel ${existing}; import the file with POST /channels/import/${existing}, or choose another name.`,
      { field: 'name', reason: 'duplicate', existing_id: existing },
    );
  }
}
