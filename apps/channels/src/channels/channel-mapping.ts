import { type ChannelPayload, wireDate, wireDateOrNull } from '@plaudit/contracts';
import { lastChecks } from '../crawl/outcome/daily-checks';
import { getPlatform } from '../platforms/registry';
import type { ChannelEntity } from './channel.entity';
import type { ChannelRow } from './channels.repository';
import type { ChannelResponse, CrawlProgressResponse } from './channels.responses';
import { noticeMessage } from './notice-message';
import { remedyOf } from './remedies';

/** Returns a list of stores or countries as the comma-separated string of the API. Returns null for an empty list. */
function joined(list: readonly string[] | null): string | null {
  return list === null || list.length === 0 ? null : list.join(',');
}

/** The columns that the event payload of a channel follows from. */
export const PAYLOAD_COLUMNS = [
  'id',
  'type',
  'name',
  'url',
  'score',
  'rating_scale',
  'reviews',
  'group_id',
  'status',
  'created_on',
] as const satisfies readonly (keyof ChannelEntity)[];

export type PayloadRow = Pick<ChannelEntity, (typeof PAYLOAD_COLUMNS)[number]> &
  Pick<ChannelRow, 'group_name'>;

/** Returns the event payload of a channel: the fields that other services see. */
export function toChannelPayload(row: PayloadRow): ChannelPayload {
  const { meta } = getPlatform(row.type);
  return {
    id: row.id,
    type: row.type,
    type_id: meta.typeId,
    label: meta.label,
    logo: meta.logo,
    name: row.name,
    url: row.url,
    score: row.score,
    rating_scale: row.rating_scale,
    reviews: row.reviews,
    group: row.group_name === null ? null : row.group_id,
    group_name: row.group_name,
    status: row.status,
    created_on: wireDate(row.created_on),
  };
}

function progressOf(row: ChannelRow): CrawlProgressResponse | null {
  if (!row.crawling) return null;
  return {
    stage: row.leased ? 'reading' : 'waiting',
    pages: row.pages_done,
    found: row.reviews_seen,
    started_on: wireDateOrNull(row.started_at),
  };
}

/** Returns the API representation of a channel. */
export function toChannelResponse(row: ChannelRow): ChannelResponse {
  const payload = toChannelPayload(row);
  const { meta } = getPlatform(row.type);
  return {
    ...payload,
    method: meta.method,
    collected_reviews: Math.max(0, row.collected_reviews),
    auto_approve: row.auto_approve,
    auto_approve_4_stars: row.auto_approve_4_stars,
    stores: joined(row.stores),
    countries: joined(row.countries),
    crawling: row.crawling,
    progress: progressOf(row),
    error_code: row.error_code,
    error_msg: row.error_msg,
    remedy: row.error_code && remedyOf(row.error_code, meta),
    notices: row.notices.map((notice) => ({ ...notice, msg: noticeMessage(notice) })),
    consecutive_failures: row.consecutive_failures,
    last_checked: wireDateOrNull(row.last_checked),
    last_success_on: wireDateOrNull(row.last_success_on),
    next_crawl_on: wireDateOrNull(row.next_crawl_on),
    last_review_on: wireDateOrNull(row.last_review_on),
    checks: lastChecks(row.checks, row.today),
    has_credentials: row.credentials !== null,
    sub_account_id: row.sub_account_id,
    meta: row.meta,
    updated_on: wireDate(row.updated_on),
  };
}
