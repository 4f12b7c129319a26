import { Injectable } from '@nestjs/common';
import type { ApiError, Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ChannelCredentialsService } from '../channels/channel-credentials.service';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { toChannelResponse } from '../channels/channel-mapping';
import { ChannelsRepository } from '../channels/channels.repository';
import type { ChannelResponse } from '../channels/channels.responses';
import { CrawlNotifier } from '../crawl/queue/crawl.notifier';
import { unknownGroup } from '../groups/group-name';
import { GroupsRepository } from '../groups/groups.repository';
import { roundScore } from '../normalise/numbers';
import type { OAuthTokens } from '../oauth/tokens/oauth-tokens';
import type { ChannelConfig, Platform, PlatformMeta, ProfileInfo } from '../platforms/platform';
import { profileField, profileNotValid } from './connection-input';

/** A profile whose existence the platform has confirmed. */
export interface ConfirmedProfile {
  platform: Platform;
  config: ChannelConfig;
  profile: ProfileInfo;
  /** For a channel that is connected by signing in. */
  oauth?: OAuthTokens;
  /** The property that the channel belongs to. */
  groupId?: number | null;
}

function duplicate(meta: PlatformMeta, id: number): ApiError {
  const field = profileField(meta);
  const verb = field === 'url' ? 'is' : 'names';
  return profileNotValid(
    `${field} ${verb} a ${meta.label} profile that is connected already, as channel ${id}.`,
    {
      reason: 'duplicate',
      field,
      existing_id: id,
    },
  );
}

/** Creates channels, at most one per profile and sub account. */
@Injectable()
export class ChannelFactory {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly credentials: ChannelCredentialsService,
    private readonly events: ChannelEventsPublisher,
    private readonly notifier: CrawlNotifier,
    private readonly groups: GroupsRepository,
  ) {}

  /**
   * Stores the channel, publishes `channel.connected` and starts the first crawl after the commit. Throws 422
   * `profile_not_valid` if the sub account has connected the profile already, and 400 if it does not have the property.
   */
  async create(
    tx: Tx,
    principal: Tenant,
    { platform, config, profile, oauth, groupId = null }: ConfirmedProfile,
  ): Promise<ChannelResponse> {
    if (groupId !== null && !(await this.groups.hold(tx, principal, groupId))) throw unknownGroup(groupId);
    const { slug } = platform.meta;
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
      group_id: groupId,
      meta: profile.meta,
    });
    if (id === null) {
      throw duplicate(
        platform.meta,
        (await this.channels.findByIdentity(tx, principal, slug, profile.identity)) ?? 0,
      );
    }
    const credentials = this.credentials.encrypt(id, config, oauth);
    if (credentials) await this.channels.setCredentials(tx, id, credentials);
    const channel = await this.channels.lock(tx, id);
    if (!channel) throw new Error(`Channel ${id} is missing in the transaction that inserted it`);
    await this.events.connected(tx, channel);
    this.notifier.queued(tx, channel);
    return toChannelResponse(channel);
  }

  /** Throws 422 `profile_not_valid` if the sub account has connected the profile already. */
  async assertNew(tx: Tx, principal: Tenant, { platform, profile }: ConfirmedProfile): Promise<void> {
    const { slug } = platform.meta;
    const id = await this.channels.findByIdentity(tx, principal, slug, profile.identity);
    if (id !== null) throw duplicate(platform.meta, id);
  }
}
