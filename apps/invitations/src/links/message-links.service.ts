import { Injectable } from '@nestjs/common';
import { deriveKey, parseSecretsKey, publicPagesUrl, Secrets } from '@plaudit/runtime';
import { linkIndexOf, type ReviewTargets } from '../channels/review-targets';
import { InvitationsEnv } from '../invitations.env';
import type { MessageLinks } from '../messages/message';
import type { InviteType } from '../requests/request';
import { type Link, type LinkKind, linkToken, readLinkToken } from './link-token';

const LABEL = 'invite-link';

/** Where each kind of link leads. */
const PATHS: Readonly<Record<LinkKind, (token: string) => string>> = {
  review: (token) => `/i/${token}`,
  trap: (token) => `/i/${token}`,
  open: (token) => `/o/${token}.gif`,
  unsubscribe: (token) => `/u/${token}`,
};

interface LinkedMessage {
  id: number;
  type: InviteType;
}

interface TrackingSettings {
  tracking: { opens: boolean; clicks: boolean };
}

/** Makes the links of messages and reads the tokens in them. */
@Injectable()
export class MessageLinksService {
  private readonly keys: readonly [Buffer, ...Buffer[]];
  private readonly publicUrl: string;
  private readonly pagesUrl: string;

  constructor(secrets: Secrets, env: InvitationsEnv) {
    const { SECRETS_KEY_PREVIOUS: previous, PUBLIC_URL } = env;
    const older = previous ? [deriveKey(parseSecretsKey(previous), LABEL)] : [];
    this.keys = [secrets.derive(LABEL, 32), ...older];
    this.publicUrl = PUBLIC_URL;
    this.pagesUrl = publicPagesUrl(env);
  }

  /**
   * Returns the links of a message, on the account's own domain if it has one. Without tracking of clicks, a link leads straight to
   * its target and never through this product, except where it must show a choice.
   */
  linksOf(
    message: LinkedMessage,
    business: { domain: string | null } | undefined,
    targets: ReviewTargets,
    { tracking }: TrackingSettings,
  ): MessageLinks {
    const link = (kind: LinkKind, index = 0): string =>
      this.originOf(business) + this.pathOf({ kind, requestId: message.id, index });
    const isMail = message.type === 'email';
    const { reviewUrl, channels } = targets;
    return {
      review: tracking.clicks || reviewUrl === null ? link('review') : reviewUrl,
      channels: channels.map((channel) => ({
        ...channel,
        url: tracking.clicks ? link('review', linkIndexOf(channel.id)) : channel.url,
      })),
      unsubscribe: link('unsubscribe'),
      open: isMail && tracking.opens ? link('open') : null,
      trap: isMail && (tracking.opens || tracking.clicks) ? link('trap') : null,
    };
  }

  /** The host on which the product is reached. */
  get host(): string {
    return new URL(this.publicUrl).host;
  }

  /** Returns the path of a link, for pages that link to themselves on the host on which they were opened. */
  pathOf(link: Link): string {
    return PATHS[link.kind](linkToken(this.keys[0], link));
  }

  /** Returns the link that a token names; null unless this product made it for one of these purposes. */
  read(token: string, kinds: readonly LinkKind[]): Link | null {
    const link = readLinkToken(this.keys, token);
    return link && kinds.includes(link.kind) ? link : null;
  }

  private originOf(business: { domain: string | null } | undefined): string {
    return business?.domain ? `${new URL(this.publicUrl).protocol}//${business.domain}` : this.pagesUrl;
  }
}
