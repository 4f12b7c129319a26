import { Injectable } from '@nestjs/common';
import { wireDate, wireDateOrNull } from '@plaudit/contracts';
import { shownChannels } from '../embed/review-filters';
import { ChannelCopiesRepository } from '../embed/channel-copies.repository';
import { WidgetsEnv } from '../widgets.env';
import { embedSnippets } from './embed-snippets';
import { readSettings } from './settings-rules';
import type { Widget } from './widget';
import { reviewSubject } from './review-subject';
import type { WidgetResponse, WidgetSummaryResponse } from './widgets.dto';
import type { WidgetSummary } from './widgets.repository';

/** Widgets as the API shows them. */
@Injectable()
export class WidgetRecords {
  constructor(
    private readonly env: WidgetsEnv,
    private readonly channels: ChannelCopiesRepository,
  ) {}

  summary(widget: WidgetSummary): WidgetSummaryResponse {
    const { id, type, name, active, key, created_on, updated_on, last_seen_on } = widget;
    return {
      id,
      type,
      name,
      active,
      key,
      created_on: wireDate(created_on),
      updated_on: wireDate(updated_on),
      last_seen_on: wireDateOrNull(last_seen_on),
    };
  }

  async record(widget: Widget): Promise<WidgetResponse> {
    const { key, type } = widget;
    const publicUrl = this.env.PUBLIC_URL;
    const settings = readSettings(type, widget.settings);
    const shown = shownChannels(settings.source, await this.channels.list(widget));
    return {
      ...this.summary(widget),
      settings,
      embed: embedSnippets({ publicUrl, key, type, settings, subject: reviewSubject(settings, shown) }),
      preview_url: `${publicUrl}/w/${key}`,
      sub_account_id: widget.sub_account_id,
    };
  }
}
