import { Injectable } from '@nestjs/common';
import {
  channelConnected,
  channelCrawlProgress,
  channelDeleted,
  channelUpdated,
  type DomainEvent,
  type Tenant,
} from '@plaudit/contracts';
import { Broadcast, BroadcastGap } from '@plaudit/events';
import { Clock, type ListSlice } from '@plaudit/runtime';
import type { ChannelResponse } from './channels.responses';

const TTL_MS = 180_000;
const MAX_LISTS = 5_000;
/** A channel takes about 2 KiB, so the cache takes about 50 MiB. */
const MAX_CACHED_CHANNELS = 25_000;

/** A page of channels, and how many channels all pages have. */
export interface ChannelPage extends ListSlice<ChannelResponse> {
  count: number;
  /** The time up to which a list of changes has all of them. Null for another list and on later pages. */
  until: Date | null;
}

interface CachedPage {
  page: ChannelPage;
  expiresAt: number;
}

/**
 * Caches the first page of the channel list of each sub account for three minutes. The replica that changes a channel
 * drops the page when it commits. The other replicas drop it when the broadcast event arrives.
 */
@Injectable()
export class ChannelListCache {
  private readonly pages = new Map<string, CachedPage>();
  private cachedChannels = 0;
  /** Reads in progress. A page that is dropped while it is being read is not cached. */
  private readonly reading = new Map<string, symbol>();

  constructor(private readonly clock: Clock) {}

  /** Returns the cached page, or the result of `read`, which it then caches. */
  async get(tenant: Tenant, read: () => Promise<ChannelPage>): Promise<ChannelPage> {
    const key = keyOf(tenant);
    const cached = this.pages.get(key);
    if (cached && cached.expiresAt > this.clock.now().getTime()) return cached.page;
    const ticket = Symbol('reading');
    this.reading.set(key, ticket);
    const page = await read();
    if (this.reading.get(key) === ticket) this.store(key, page);
    return page;
  }

  forget(tenant: Tenant): void {
    this.drop(keyOf(tenant));
    this.reading.delete(keyOf(tenant));
  }

  @Broadcast(channelConnected)
  @Broadcast(channelUpdated)
  @Broadcast(channelDeleted)
  @Broadcast(channelCrawlProgress)
  onChannelEvent(event: DomainEvent): void {
    this.forget({ account_id: event.accountid, sub_account_id: event.subaccountid });
  }

  @BroadcastGap()
  forgetAll(): void {
    this.dropAll();
    this.reading.clear();
  }

  private store(key: string, page: ChannelPage): void {
    this.reading.delete(key);
    this.drop(key);
    const channels = this.cachedChannels + page.items.length;
    if (this.pages.size >= MAX_LISTS || channels > MAX_CACHED_CHANNELS) this.dropAll();
    this.cachedChannels += page.items.length;
    this.pages.set(key, { page, expiresAt: this.clock.now().getTime() + TTL_MS });
  }

  private drop(key: string): void {
    this.cachedChannels -= this.pages.get(key)?.page.items.length ?? 0;
    this.pages.delete(key);
  }

  private dropAll(): void {
    this.pages.clear();
    this.cachedChannels = 0;
  }
}

function keyOf({ account_id, sub_account_id }: Tenant): string {
  return `${account_id}/${sub_account_id}`;
}
