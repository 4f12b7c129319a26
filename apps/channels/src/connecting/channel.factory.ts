import { Injectable } from '@nestjs/common';
import type { ApiError, Principal } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { ChannelCredentialsService } from '../channels/channel-credentials.service';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { toChannelResponse } from '../channels/channel-mapping';
import { ChannelsRepository } from '../channels/channels.repository';
import type { ChannelResponse } from '../channels/channels.responses';
import { CrawlNotifier } from '../crawl/queue/crawl.notifier';
import { roundScore } from '../normalise/numbers';
import type { ChannelConfig, Platform, ProfileInfo } from '../platforms/platform';
import { profileNotValid } from './connection-input';

/** A profile whose existence the platform has confirmed. */
export interface ConfirmedProfile {
  platform: Platform;
  config: ChannelConfig;
  profile: ProfileInfo;
}

function duplicate(label: string, id: number): ApiError {
  return profileNotValid(`url is a ${label} profile that is connected already, as channel ${id}.`, {
    existing_id: id,
  });
}

/** Creates channels, at most one per profile and sub account. */
@Injectable()
export class ChannelFactory {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly credentials: ChannelCredentialsService,
    private readonly events: ChannelEventsPublisher,
    private readonly notifier: CrawlNotifier,
  ) {}

  /**
   * Stores the channel, publishes `channel.connected` and starts the first crawl after the commit. Throws 422
   * `profile_not_valid` if the sub account has connected the profile already.
   */
  async create(
    tx: Tx,
    principal: Principal,
    { platform, config, profile }: ConfirmedProfile,
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
      meta: profile.meta,
    });
    if (id === null) {
      throw duplicate(
        label,
        (await this.channels.findByIdentity(tx, principal, slug, profile.identity)) ?? 0,
      );
    }
    const credentials = this.credentials.encrypt(id, config);
    if (credentials) await this.channels.setCredentials(tx, id, credentials);
    const channel = await this.channels.lock(tx, id);
    if (!channel) throw new Error(`Channel ${id} is missing in the transaction that inserted it`);
    await this.events.connected(tx, channel);
    afterCommit(tx, () => this.notifier.notify());
    return toChannelResponse(channel);
  }

  /** Throws 422 `profile_not_valid` if the sub account has connected the profile already. */
  async assertNew(tx: Tx, principal: Principal, { platform, profile }: ConfirmedProfile): Promise<void> {
    const { slug, label } = platform.meta;
    const id = await this.channels.findByIdentity(tx, principal, slug, profile.identity);
    if (id !== null) throw duplicate(label, id);
  }
}
