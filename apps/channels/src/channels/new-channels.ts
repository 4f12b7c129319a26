import { Injectable } from '@nestjs/common';
import type { ApiError, Principal } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { roundScore } from '../normalise/numbers';
import { CrawlBell } from '../crawl/crawl-bell';
import type { ChannelConfig, Platform, ProfileInfo } from '../platforms/platform';
import { toChannel } from './channel-record';
import { ChannelAnnouncer } from './channel-announcer';
import { ChannelCredentials } from './channel-credentials';
import type { ChannelResponse } from './channels.dto';
import { ChannelsRepository } from './channels.repository';
import { profileNotValid } from './connection-input';

/** A profile that the platform has confirmed. */
export interface Connection {
  platform: Platform;
  config: ChannelConfig;
  profile: ProfileInfo;
}

function duplicate(label: string, id: number): ApiError {
  return profileNotValid(`url is a ${label} profile that is connected already, as channel ${id}.`, {
    existing_id: id,
  });
}

/** Stores new channels, each profile once per sub account. */
@Injectable()
export class NewChannels {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly credentials: ChannelCredentials,
    private readonly announcer: ChannelAnnouncer,
    private readonly bell: CrawlBell,
  ) {}

  async store(
    tx: Tx,
    principal: Principal,
    { platform, config, profile }: Connection,
  ): Promise<ChannelResponse> {
    const { slug, label } = platform.meta;
    const id = await this.channels.insert(tx, {
      account_id: principal.account_id,
      sub_account_id: principal.sub_account_id,
      type: slug,
      profile_key: profile.key,
      identity: profile.identity,
      name: profile.name,
      url: profile.url,
      score: profile.score === null ? null : roundScore(profile.score),
      rating_scale: Math.round(profile.scoreScale),
      reviews: profile.reviews,
      stores: config.stores ?? null,
      countries: config.countries ?? null,
      credentials: this.credentials.seal(config),
      meta: profile.meta,
    });
    if (id === null) {
      throw duplicate(label, (await this.channels.findByIdentity(principal, slug, profile.identity)) ?? 0);
    }
    const channel = await this.channels.lock(tx, id);
    if (!channel) throw new Error(`channel ${id} vanished in the transaction that made it`);
    await this.announcer.connected(tx, channel);
    afterCommit(tx, () => this.bell.ring());
    return toChannel(channel);
  }
}
