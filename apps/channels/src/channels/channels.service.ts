import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal, type Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock, type ListPage, MAX_LIST_PAGE, readListPage } from '@plaudit/runtime';
import { parseCodes } from '../connecting/connection-input';
import { getPlatform } from '../platforms/registry';
import { ChannelEventsPublisher } from './channel-events.publisher';
import { ChannelListCache, type ChannelPage } from './channel-list.cache';
import { toChannelResponse } from './channel-mapping';
import type { ChannelUpdateInput } from './channels.dto';
import { type ChannelRow, ChannelsRepository, type StoredChanges } from './channels.repository';
import type { ChannelResponse } from './channels.responses';

/** Lists, changes and deletes the channels of a sub account. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly cache: ChannelListCache,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of the channels, oldest first. The first page of the default size comes from the cache. */
  list(principal: Principal, page: ListPage): Promise<ChannelPage> {
    const read = () => this.readPage(principal, page);
    return page.afterId === 0 && page.limit === MAX_LIST_PAGE ? this.cache.get(principal, read) : read();
  }

  async get(principal: Principal, id: number): Promise<ChannelResponse> {
    const channel = await this.channels.find(principal, id);
    if (!channel) throw notFound('channel', id);
    return toChannelResponse(channel);
  }

  async update(principal: Principal, id: number, input: ChannelUpdateInput): Promise<ChannelResponse> {
    assertNoGroup(input);
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      const changes = changesOf(channel, input);
      if (Object.keys(changes).length === 0) return toChannelResponse(channel);
      const stored = { ...changes, updated_on: this.clock.now() };
      await this.channels.save(tx, id, stored);
      const changed = { ...channel, ...stored };
      await this.events.updated(tx, changed);
      return toChannelResponse(changed);
    });
  }

  /** Deletes the channel and returns how many of its reviews are kept. */
  async delete(principal: Principal, id: number, keepReviews: boolean): Promise<number> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      await this.events.deleted(tx, channel, keepReviews);
      await this.channels.delete(tx, id);
      return keepReviews ? Math.max(0, channel.collected_reviews) : 0;
    });
  }

  private async readPage(tenant: Tenant, page: ListPage): Promise<ChannelPage> {
    const [slice, count] = await Promise.all([
      readListPage(page, (rows) => this.channels.list(tenant, page.afterId, rows)),
      this.channels.count(tenant),
    ]);
    return { ...slice, items: slice.items.map(toChannelResponse), count };
  }
}

/** Throws 400 `invalid_value` for a group. null is accepted, because no channel has a group. */
function assertNoGroup({ group_id }: ChannelUpdateInput): void {
  if (group_id === undefined || group_id === null) return;
  const msg = 'group_id cannot be set, because this version of the API has no groups; leave it out.';
  throw new ApiError('invalid_value', msg, { field: 'group_id' });
}

/** Returns the columns whose value the input changes. */
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
