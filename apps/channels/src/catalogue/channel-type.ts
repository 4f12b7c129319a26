import { ApiError } from '@plaudit/contracts';
import type { Platform } from '../platforms/platform';
import { findPlatform } from '../platforms/registry';
import type { ChannelTypeResponse } from './channel-types.responses';
import { urlPatternOf } from './url-pattern';

/** Returns the platform of a slug or alias. Throws 404 `unknown_channel_type` if there is none. */
export function getChannelType(type: string): Platform {
  const platform = findPlatform(type);
  if (platform) return platform;
  throw new ApiError(
    'unknown_channel_type',
    `There is no channel type "${type.slice(0, 60)}"; GET /channels/types lists them all.`,
    { field: 'type' },
  );
}

interface TypeUsage {
  /** Channels of the type in the sub account. */
  connected: number;
  /** How many the plan allows; -1 means no limit. */
  limit: number;
  /** False if the operator has not set the platform up. */
  available: boolean;
  /** True if its profiles can be searched for on this installation. */
  searchable: boolean;
}

/** Returns the API representation of a catalogue entry. */
export function toChannelTypeResponse(platform: Platform, usage: TypeUsage): ChannelTypeResponse {
  const { meta } = platform;
  const pattern = urlPatternOf(meta);
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
    url_pattern: pattern?.source ?? null,
    url_flags: pattern?.flags ?? null,
    instructions: meta.instructions,
    rating_scale: meta.ratingScale,
    features: {
      rating: meta.caps.rating,
      text: meta.caps.text,
      media: meta.caps.media,
      owner_reply: meta.caps.ownerReply,
      discover: platform.discover !== undefined,
      history: meta.caps.fullHistory === true,
    },
    coverage: meta.caps.fullHistory === true ? 'full' : 'partial',
    stores: Array.isArray(meta.stores) ? [...(meta.stores as readonly string[])] : null,
    countries: meta.countries ? [...meta.countries] : null,
    connected: usage.connected,
    limit: usage.limit,
    available: usage.available,
    searchable: usage.searchable,
  };
}
