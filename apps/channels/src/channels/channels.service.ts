import { Injectable } from '@nestjs/common';
import { notFound, type Principal, type Tenant } from '@plaudit/contracts';
import { Database, settledChanges, type Tx } from '@plaudit/database';
import { boundOf, type ListPage, MAX_LIST_PAGE, readListPage } from '@plaudit/runtime';
import { parseCodes } from '../connecting/connection-input';
import { unknownGroup } from '../groups/group-name';
import { type Group, GroupsRepository } from '../groups/groups.repository';
import { getPlatform } from '../platforms/registry';
import { ChannelEventsPublisher } from './channel-events.publisher';
import { ChannelListCache, type ChannelPage } from './channel-list.cache';
import { toChannelResponse } from './channel-mapping';
import type { ChannelListQuery, ChannelUpdateInput } from './channels.dto';
import {
  type ChannelRow,
  type ChannelSelection,
  ChannelsRepository,
  type StoredChanges,
} from './channels.repository';
import type { ChannelResponse } from './channels.responses';

/** Lists and changes the channels of a sub account. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly cache: ChannelListCache,
    private readonly groups: GroupsRepository,
  ) {}

  /**
   * Returns a page of the channels that the query selects, oldest first. The first page of all channels with the default size
   * comes from the cache. Throws 400 `invalid_date` if `updated_since` is not a date.
   */
  async list(principal: Principal, page: ListPage, query: ChannelListQuery): Promise<ChannelPage> {
    const since = query.updated_since ? boundOf(query.updated_since, 'updated_since') : null;
    const selection: ChannelSelection = {
      changed: since && { since, until: await settledChanges(this.database) },
      groups: query.group ? query.group.split(',').map(Number) : null,
    };
    const read = () => this.readPage(principal, page, selection);
    const isAll = selection.changed === null && selection.groups === null;
    const isFirst = page.afterId === 0 && page.limit === MAX_LIST_PAGE;
    return isAll && isFirst ? this.cache.get(principal, read) : read();
  }

  async get(principal: Principal, id: number): Promise<ChannelResponse> {
    const channel = await this.channels.find(principal, id);
    if (!channel) throw notFound('channel', id);
    return toChannelResponse(channel);
  }

  async update(principal: Principal, id: number, input: ChannelUpdateInput): Promise<ChannelResponse> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      const group = await this.groupOf(tx, principal, input);
      const changes = changesOf(channel, input);
      if (Object.keys(changes).length === 0) return toChannelResponse(channel);
      const changed = { ...channel, ...(await this.channels.save(tx, id, changes)) };
      if (input.group_id !== undefined) changed.group_name = group?.name ?? null;
      await this.events.updated(tx, changed);
      return toChannelResponse(changed);
    });
  }

  /** Returns the property that the input names, or null. Throws 400 if the sub account does not have it. */
  private async groupOf(tx: Tx, tenant: Tenant, { group_id }: ChannelUpdateInput): Promise<Group | null> {
    if (group_id === undefined || group_id === null) return null;
    const group = await this.groups.hold(tx, tenant, group_id);
    if (!group) throw unknownGroup(group_id);
    return group;
  }

  private async readPage(tenant: Tenant, page: ListPage, selection: ChannelSelection): Promise<ChannelPage> {
    const [slice, count] = await Promise.all([
      readListPage(page, (limit) => this.channels.list(tenant, { ...page, limit }, selection)),
      this.channels.count(tenant, selection),
    ]);
    const { changed } = selection;
    // A channel that changes while the pages are read may miss on a later one, so only the first one has the time.
    const until = changed && page.afterId === 0 ? changed.until : null;
    return { ...slice, items: slice.items.map(toChannelResponse), count, until };
  }
}

/** Returns the columns whose value the input changes. */
function changesOf(channel: ChannelRow, input: ChannelUpdateInput): StoredChanges {
  const { meta } = getPlatform(channel.type);
  const wanted: StoredChanges = {
    name: input.name,
    auto_approve: input.auto_approve,
    auto_approve_4_stars: input.auto_approve_4_stars,
    group_id: input.group_id,
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
