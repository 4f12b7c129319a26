import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { getPlatform } from '../platforms/registry';
import { toChannel } from './channel-record';
import { ChannelAnnouncer } from './channel-announcer';
import { ChannelListCache } from './channel-list-cache';
import type { ChannelUpdateInput } from './channel-input.dto';
import type { ChannelResponse } from './channels.dto';
import { type ChannelRow, ChannelsRepository, type StoredChanges } from './channels.repository';
import { parseCodes } from './connection-input';

/** The channels of a sub account: looking, changing, removing. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly announcer: ChannelAnnouncer,
    private readonly cache: ChannelListCache,
    private readonly clock: Clock,
  ) {}

  list(principal: Principal): Promise<ChannelResponse[]> {
    return this.cache.get(principal, async () => (await this.channels.list(principal)).map(toChannel));
  }

  async get(principal: Principal, id: number): Promise<ChannelResponse> {
    const channel = await this.channels.find(principal, id);
    if (!channel) throw notFound('channel', id);
    return toChannel(channel);
  }

  async update(principal: Principal, id: number, input: ChannelUpdateInput): Promise<ChannelResponse> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      const changes = changesOf(channel, input);
      if (Object.keys(changes).length === 0) return toChannel(channel);
      const stored = { ...changes, updated_on: this.clock.now() };
      await this.channels.save(tx, id, stored);
      const changed = { ...channel, ...stored };
      await this.announcer.updated(tx, changed);
      return toChannel(changed);
    });
  }

  /** Returns how many reviews stay. */
  async delete(principal: Principal, id: number, keepReviews: boolean): Promise<number> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      await this.announcer.deleted(tx, channel, keepReviews);
      await this.channels.delete(tx, id);
      return keepReviews ? Math.max(0, channel.collected_reviews) : 0;
    });
  }
}

/** The columns that really change. */
function changesOf(channel: ChannelRow, input: ChannelUpdateInput): StoredChanges {
  const { meta } = getPlatform(channel.type);
  const wanted: StoredChanges = {
    name: input.name,
    auto_approve: input.auto_approve,
    auto_approve_4_stars: input.auto_approve_4_stars,
    stores: input.stores === undefined ? undefined : parseCodes('stores', input.stores, meta),
    countries: input.countries === undefined ? undefined : parseCodes('countries', input.countries, meta),
  };
  const current: StoredChanges = channel;
  return Object.fromEntries(
    (Object.keys(wanted) as (keyof StoredChanges)[])
      .filter((column) => wanted[column] !== undefined && !isSame(wanted[column], current[column]))
      .map((column) => [column, wanted[column]]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
