import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { BusinessesRepository } from '../businesses/businesses.repository';
import type { RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import type { InviteSettings } from '../settings/invite-settings';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import type { Link, LinkKind } from './link-token';
import { MessageLinksService } from './message-links.service';

/** The message that a followed link belongs to. */
export interface VisitedMessage {
  link: Link;
  /** May be deleted. */
  message: RequestRow;
  /** Without `review_url` while the profile is paused. */
  settings: InviteSettings;
  /** What the page calls the business. Never empty. */
  businessName: string;
  /** True if the sub account was deleted. */
  closed: boolean;
}

/** Finds the messages of links. */
@Injectable()
export class VisitedMessagesService {
  constructor(
    private readonly links: MessageLinksService,
    private readonly requests: RequestsRepository,
    private readonly profiles: SettingsProfilesRepository,
    private readonly businesses: BusinessesRepository,
  ) {}

  /** Returns false for a token that cannot be one of these links. Needs no database. */
  isLink(token: string, kinds: readonly LinkKind[]): boolean {
    return this.links.read(token, kinds) !== null;
  }

  /** Returns the message of a link of one of these kinds, also a deleted one. Returns null for any other token. */
  async find(tx: Tx, token: string, kinds: readonly LinkKind[]): Promise<VisitedMessage | null> {
    const link = this.links.read(token, kinds);
    const message = link && (await this.requests.find(tx, link.requestId));
    if (!message) return null;
    const profiles = await this.profiles.resolved(tx, [message.settings_id]);
    const profile = profiles.get(message.settings_id);
    if (!profile) return null;
    // The maker was removed and may still control the hosts of these addresses.
    const settings = profile.paused_on
      ? { ...profile.settings, review_url: null, logo_url: null }
      : profile.settings;
    const known = await this.businesses.among(tx, [message.sub_account_id]);
    const business = known.get(message.sub_account_id);
    const businessName = business?.name || settings.from_name || this.links.host;
    return { link, message, settings, businessName, closed: business?.deleted ?? true };
  }
}
