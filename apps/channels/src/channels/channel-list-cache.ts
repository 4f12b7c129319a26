import { Injectable } from '@nestjs/common';
import { channelConnected, channelDeleted, channelUpdated, type DomainEvent } from '@plaudit/contracts';
import { Broadcast, BroadcastGap } from '@plaudit/events';
import { Clock } from '@plaudit/runtime';
import type { ChannelResponse } from './channels.dto';
import type { Owner } from './channels.repository';

const KEEP_MS = 180_000;
const SUB_ACCOUNTS = 5_000;

interface Kept {
  channels: ChannelResponse[];
  until: number;
}

/**
 * Channel lists by sub account, for three minutes. This replica forgets a list with the commit that changes it; the
 * others when they hear of it.
 */
@Injectable()
export class ChannelListCache {
  private readonly kept = new Map<string, Kept>();
  /** Lists being read; one that is forgotten meanwhile must not be kept. */
  private readonly reading = new Map<string, symbol>();

  constructor(private readonly clock: Clock) {}

  async get(owner: Owner, read: () => Promise<ChannelResponse[]>): Promise<ChannelResponse[]> {
    const key = keyOf(owner);
    const kept = this.kept.get(key);
    if (kept && kept.until > this.clock.now().getTime()) return kept.channels;
    const ticket = Symbol('reading');
    this.reading.set(key, ticket);
    const channels = await read();
    if (this.reading.get(key) === ticket) this.keep(key, channels);
    return channels;
  }

  forget(owner: Owner): void {
    this.kept.delete(keyOf(owner));
    this.reading.delete(keyOf(owner));
  }

  @Broadcast(channelConnected)
  @Broadcast(channelUpdated)
  @Broadcast(channelDeleted)
  heard(event: DomainEvent): void {
    this.forget({ account_id: event.accountid, sub_account_id: event.subaccountid });
  }

  @BroadcastGap()
  forgetAll(): void {
    this.kept.clear();
    this.reading.clear();
  }

  private keep(key: string, channels: ChannelResponse[]): void {
    this.reading.delete(key);
    if (this.kept.size >= SUB_ACCOUNTS) this.kept.clear();
    this.kept.set(key, { channels, until: this.clock.now().getTime() + KEEP_MS });
  }
}

function keyOf({ account_id, sub_account_id }: Owner): string {
  return `${account_id}/${sub_account_id}`;
}
