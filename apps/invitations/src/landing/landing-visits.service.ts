import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { channelOfIndex, reviewTargets, type ReviewTargets } from '../channels/review-targets';
import { type VisitedMessage, VisitedMessagesService } from '../links/visited-messages.service';

/** A followed link with what it can lead to. */
export interface Visit extends VisitedMessage {
  token: string;
  targets: ReviewTargets;
}

const KINDS = ['review', 'trap'] as const;

/** Finds what the links to review lead to. */
@Injectable()
export class LandingVisitsService {
  constructor(
    private readonly database: Database,
    private readonly visited: VisitedMessagesService,
    private readonly channels: ChannelCopiesRepository,
  ) {}

  /** Runs `work` for a link, in a transaction. Returns null if there is no such link, or if its request or sub account was deleted. */
  async within<T>(token: string, work: (tx: Tx, visit: Visit) => Promise<T>): Promise<T | null> {
    if (!this.visited.isLink(token, KINDS)) return null;
    return this.database.transaction(async (tx) => {
      const found = await this.visited.find(tx, token, KINDS);
      if (!found || found.closed || found.message.deleted_on !== null) return null;
      const { message, settings } = found;
      const targets = reviewTargets({
        settings,
        requestChannels: message.channels,
        copies: await this.channels.listFor(tx, [message.sub_account_id]),
        directForm: settings.direct_form.enabled,
      });
      return work(tx, { ...found, token, targets });
    });
  }
}

/** Returns the address to which a link leads. Returns null if it leads to the landing page. */
export function addressOf({ link, targets }: Visit): string | null {
  if (link.index === 0) return targets.reviewUrl;
  const chosen = targets.otherUrl ?? channelOfIndex(targets.channels, link.index)?.url;
  return chosen ?? targets.reviewUrl;
}
