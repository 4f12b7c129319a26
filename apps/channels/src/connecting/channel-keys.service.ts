import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal } from '@plaudit/contracts';
import { toChannelResponse } from '../channels/channel-mapping';
import type { ChannelUpdateInput } from '../channels/channels.dto';
import type { ChannelResponse } from '../channels/channels.responses';
import { ChannelsService } from '../channels/channels.service';
import type { PlatformMeta } from '../platforms/platform';
import { cleanKey } from './connection-input';
import { ReplacedAccessService } from './replaced-access.service';

/** Changes channels, and their keys of the platform. */
@Injectable()
export class ChannelKeysService {
  constructor(
    private readonly channels: ChannelsService,
    private readonly replaced: ReplacedAccessService,
  ) {}

  /**
   * Changes the given fields. Nothing is changed unless the platform accepts a new key. Throws 400 for a platform without
   * a key, and 422 `profile_not_valid` for a key that the platform refuses.
   */
  async update(principal: Principal, id: number, input: ChannelUpdateInput): Promise<ChannelResponse> {
    if (input.access_token === undefined) return this.channels.update(principal, id, input);
    const known = await this.replaced.find(principal, id);
    if (!known) throw notFound('channel', id);
    assertTakesKey(known.platform.meta);
    const accessToken = cleanKey('access_token', input.access_token);
    const confirmed = await this.replaced.confirm(principal, { id, accessToken });
    await this.channels.update(principal, id, input);
    return toChannelResponse(await this.replaced.store(principal, confirmed));
  }
}

function assertTakesKey({ required, optional, method, label }: PlatformMeta): void {
  if (method !== 'oauth' && [...required, ...optional].includes('access_token')) return;
  const how =
    method === 'oauth'
      ? 'send its id as channel_id to POST /channels/authorize_url to sign in again'
      : 'leave it out';
  throw new ApiError('invalid_value', `access_token cannot be set for ${label}; ${how}.`, {
    field: 'access_token',
  });
}
