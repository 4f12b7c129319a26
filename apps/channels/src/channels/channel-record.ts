import { type ChannelPayload, wireDate, wireDateOrNull } from '@plaudit/contracts';
import type { Platform } from '../platforms/platform';
import { getPlatform } from '../platforms/registry';
import type { ChannelResponse } from './channels.dto';
import type { ChannelRow } from './channels.repository';

/** Lists of stores and countries are one comma-separated text in the API. */
function joined(list: readonly string[] | null): string | null {
  return list === null || list.length === 0 ? null : list.join(',');
}

/** A channel as other services may know it. */
export function toChannelPayload(row: ChannelRow): ChannelPayload {
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
    group: row.group_id,
    group_name: null,
    status: row.status,
    created_on: wireDate(row.created_on),
  };
}

/** A channel as the API shows it. */
export function toChannel(row: ChannelRow): ChannelResponse {
  const payload = toChannelPayload(row);
  return {
    ...payload,
    method: getPlatform(row.type).meta.method,
    collected_reviews: Math.max(0, row.collected_reviews),
    auto_approve: row.auto_approve,
    auto_approve_4_stars: row.auto_approve_4_stars,
    stores: joined(row.stores),
    countries: joined(row.countries),
    crawling: row.crawling,
    error_code: row.error_code,
    error_msg: row.error_msg,
    consecutive_failures: row.consecutive_failures,
    last_checked: wireDateOrNull(row.last_checked),
    last_success_on: wireDateOrNull(row.last_success_on),
    next_crawl_on: wireDateOrNull(row.next_crawl_on),
    last_review_on: wireDateOrNull(row.last_review_on),
    has_credentials: row.credentials !== null,
    sub_account_id: row.sub_account_id,
    meta: row.meta,
    updated_on: wireDate(row.updated_on),
  };
}

/** Connected channels of a type and what the plan allows (-1 = no limit). */
interface TypeUsage {
  connected: number;
  limit: number;
}

/** An entry of the catalogue as the API shows it. */
export function toChannelType({ meta }: Platform, usage: TypeUsage) {
  return {
    id: meta.typeId,
    type: meta.slug,
    label: meta.label,
    logo: meta.logo,
    category: meta.category,
    aliases: [...meta.aliases],
    method: meta.method,
    required: [...meta.required],
    optional: [...meta.optional],
    url_example: meta.urlExample,
    url_pattern: meta.urls[0]?.re.source ?? null,
    instructions: meta.instructions,
    rating_scale: meta.ratingScale,
    features: {
      rating: meta.caps.rating,
      text: meta.caps.text,
      media: meta.caps.media,
      owner_reply: meta.caps.ownerReply,
      discover: false,
      history: meta.caps.fullHistory,
    },
    coverage: meta.caps.fullHistory ? ('full' as const) : ('partial' as const),
    stores: meta.stores ? [...meta.stores] : null,
    countries: meta.countries ? [...meta.countries] : null,
    connected: usage.connected,
    limit: usage.limit,
    available: true,
  };
}
