import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal, type Tenant } from '@plaudit/contracts';
import { Database, settledChanges } from '@plaudit/database';
import { boundOf, type ListPage, MAX_LIST_PAGE, readListPage } from '@plaudit/runtime';
import { parseCodes } from '../connecting/connection-input';
import { getPlatform } from '../platforms/registry';
import { ChannelEventsPublisher } from './channel-events.publisher';
import { ChannelListCache, type ChannelPage } from './channel-list.cache';
import { toChannelResponse } from './channel-mapping';
import type { ChannelUpdateInput } from './channels.dto';
import {
  type ChangeTimes,
  type ChannelRow,
  ChannelsRepository,
  type StoredChanges,
} from './channels.repository';
import type { ChannelResponse } from './channels.responses';

/** Lists, changes and deletes the channels of a sub account. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly cache: ChannelListCache,
  ) {}

  /**
   * Returns a page of the channels, oldest first: all of them, or those that changed at `since` or later. The first page of
   * all with the default size comes from the cache. Throws 400 `invalid_date` if `since` is not a date.
   */
  async list(principal: Principal, page: ListPage, since?: string): Promise<ChannelPage> {
    if (since !== undefined) {
      const times = { since: boundOf(since, 'updated_since'), until: await settledChanges(this.database) };
      return this.readPage(principal, page, times);
    }
    const read = () => this.readPage(principal, page, null);
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
      const changed = { ...channel, ...(await this.channels.save(tx, id, changes)) };
      await this.events.updated(tx, changed);
      return toChannelResponse(changed);
    });
  }

  /** Deletes the channel and returns how many of its reviews are kept. */
  async delete(principal: Principal, id: number, keepReviews: boolean): Promise<number> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      const lastState = await this.events.deleted(tx, channel, keepReviews);
      await this.channels.delete(tx, id, lastState);
      return keepReviews ? Math.max(0, channel.collected_reviews) : 0;
    });
  }

  private async readPage(tenant: Tenant, page: ListPage, changed: ChangeTimes | null): Promise<ChannelPage> {
    const [slice, count] = await Promise.all([
      readListPage(page, (limit) => this.channels.list(tenant, { ...page, limit }, changed)),
      this.channels.count(tenant, changed),
    ]);
    // A channel that changes while the pages are read may miss on a later one, so only the first one has the time.
    const until = changed && page.afterId === 0 ? changed.until : null;
    return { ...slice, items: slice.items.map(toChannelResponse), count, until };
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
