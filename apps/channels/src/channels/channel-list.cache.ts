import { Injectable } from '@nestjs/common';
import {
  channelConnected,
  channelDeleted,
  channelUpdated,
  type DomainEvent,
  type Tenant,
} from '@plaudit/contracts';
import { Broadcast, BroadcastGap } from '@plaudit/events';
import { Clock } from '@plaudit/runtime';
import type { ChannelResponse } from './channels.responses';

const TTL_MS = 180_000;
const MAX_LISTS = 5_000;

interface CachedList {
  channels: ChannelResponse[];
  expiresAt: number;
}

/**
 * Caches the channel list of each sub account for three minutes. The replica that changes a channel drops the list
 * when it commits. The other replicas drop it when the broadcast event arrives.
 */
@Injectable()
export class ChannelListCache {
  private readonly lists = new Map<string, CachedList>();
  /** Reads in progress. A list that is dropped while it is being read is not cached. */
  private readonly reading = new Map<string, symbol>();

  constructor(private readonly clock: Clock) {}

  /** Returns the cached list, or the result of `read`, which it then caches. */
  async get(tenant: Tenant, read: () => Promise<ChannelResponse[]>): Promise<ChannelResponse[]> {
    const key = keyOf(tenant);
    const cached = this.lists.get(key);
    if (cached && cached.expiresAt > this.clock.now().getTime()) return cached.channels;
    const ticket = Symbol('reading');
    this.reading.set(key, ticket);
    const channels = await read();
    if (this.reading.get(key) === ticket) this.store(key, channels);
    return channels;
  }

  forget(tenant: Tenant): void {
    this.lists.delete(keyOf(tenant));
    this.reading.delete(keyOf(tenant));
  }

  @Broadcast(channelConnected)
  @Broadcast(channelUpdated)
  @Broadcast(channelDeleted)
  onChannelEvent(event: DomainEvent): void {
    this.forget({ account_id: event.accountid, sub_account_id: event.subaccountid });
  }

  @BroadcastGap()
  forgetAll(): void {
    this.lists.clear();
    this.reading.clear();
  }

  private store(key: string, channels: ChannelResponse[]): void {
    this.reading.delete(key);
    if (this.lists.size >= MAX_LISTS) this.lists.clear();
    this.lists.set(key, { channels, expiresAt: this.clock.now().getTime() + TTL_MS });
  }
}

function keyOf({ account_id, sub_account_id }: Tenant): string {
  return `${account_id}/${sub_account_id}`;
}
