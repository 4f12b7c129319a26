import { Injectable } from '@nestjs/common';
import { MAX_SUMMARY_CHANNELS, type Tenant } from '@plaudit/contracts';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { shownChannels } from '../channels/channel-copy';
import type { Settings } from '../settings/settings';
import { AiSummariesClient, type FoundSummary, NO_SUMMARY } from './ai-summaries.client';

/** Finds the text of the ai service that a widget shows. */
@Injectable()
export class AiSummariesService {
  constructor(
    private readonly client: AiSummariesClient,
    private readonly channels: ChannelCopiesRepository,
  ) {}

  /** Returns the summary of the channel with the most reviews. There is none unless the settings ask for it. */
  async find({ account_id, sub_account_id }: Tenant, { layout, source }: Settings): Promise<FoundSummary> {
    if (layout['show_ai_summary'] !== true) return NO_SUMMARY;
    const channels = await this.channels.list({ account_id, sub_account_id });
    const channel_ids = shownChannels(source, channels).map(({ id }) => id);
    if (channel_ids.length === 0) return NO_SUMMARY;
    return this.client.find({
      account_id,
      sub_account_id,
      channel_ids: channel_ids.slice(0, MAX_SUMMARY_CHANNELS),
    });
  }
}
