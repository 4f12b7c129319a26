import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import type { Platform } from '../platforms/platform';
import { PLATFORMS } from '../platforms/registry';
import { toChannelType } from './channel-record';
import type { ChannelTypeResponse } from './channel-types.dto';
import { ChannelsRepository } from './channels.repository';
import { getChannelType } from './connection-input';

/** The catalogue of platforms, with what the sub account has of each. */
@Injectable()
export class ChannelTypesService {
  constructor(private readonly channels: ChannelsRepository) {}

  async list(principal: Principal): Promise<ChannelTypeResponse[]> {
    return this.describe(principal, PLATFORMS);
  }

  /** By slug or alias; 404 `unknown_channel_type`. */
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
      toChannelType(platform, { connected: connected.get(platform.meta.slug) ?? 0, limit }),
    );
  }
}
