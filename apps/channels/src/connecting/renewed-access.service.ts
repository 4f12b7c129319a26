import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { type ChannelRow, ChannelsRepository } from '../channels/channels.repository';
import { CrawlNotifier } from '../crawl/queue/crawl.notifier';
import { CrawlsRepository } from '../crawl/queue/crawls.repository';
import { ChannelTokensRepository } from '../oauth/tokens/channel-tokens.repository';

/** What replaces the access of a channel. */
interface NewAccess {
  credentials: Buffer | null;
  /** The identity of the profile. It may follow from a key. */
  identity: string;
}

/** Gives a channel a new access, forgets the failures of the old one, and queues a crawl. */
@Injectable()
export class RenewedAccessService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly tokens: ChannelTokensRepository,
    private readonly crawls: CrawlsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly notifier: CrawlNotifier,
  ) {}

  /** Changes a locked channel and returns it. A crawl with the old access loses its lease, so that it stores no failure. */
  async store(tx: Tx, channel: ChannelRow, { credentials, identity }: NewAccess): Promise<ChannelRow> {
    await this.tokens.replace(tx, channel.id, credentials);
    await this.tokens.identify(tx, channel, identity);
    const changes = {
      status: channel.last_success_on ? ('active' as const) : ('pending' as const),
      consecutive_failures: 0,
      error_code: null,
      error_msg: null,
    };
    const saved = await this.channels.save(tx, channel.id, changes);
    await this.crawls.restart(tx, channel.id);
    const changed = { ...channel, ...saved, credentials, crawling: false };
    if (changed.status === channel.status) this.events.refreshList(tx, channel);
    else await this.events.updated(tx, changed);
    this.notifier.queued(tx, changed);
    return changed;
  }
}
