import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { ChannelsEnv } from '../channels.env';
import { ChannelsRepository } from '../channels/channels.repository';
import type { Platform } from '../platforms/platform';
import { PLATFORMS } from '../platforms/registry';
import { isAvailable, isSearchable } from './availability';
import { getChannelType, toChannelTypeResponse } from './channel-type';
import type { ChannelTypeResponse } from './channel-types.responses';

/** Describes the platforms that can be connected, and how many channels of each the sub account has. */
@Injectable()
export class ChannelTypesService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly env: ChannelsEnv,
  ) {}

  async list(principal: Principal): Promise<ChannelTypeResponse[]> {
    return this.describe(principal, PLATFORMS);
  }

  /** Returns the type of a slug or alias. Throws 404 `unknown_channel_type` if there is none. */
  async get(principal: Principal, type: string): Promise<ChannelTypeResponse> {
    const [entry] = await this.describe(principal, [getChannelType(type)]);
    return entry as ChannelTypeResponse;
  }

  private async describe(
    principal: Principal,
    platforms: readonly Platform[],
  ): Promise<ChannelTypeResponse[]> {
    const connected = await this.channels.countByType(principal);
    const limit = principal.limits.properties;
    return platforms.map((platform) =>
      toChannelTypeResponse(platform, {
        connected: connected.get(platform.meta.slug) ?? 0,
        limit,
        available: isAvailable(this.env, platform),
        searchable: isSearchable(this.env, platform),
      }),
    );
  }
}
