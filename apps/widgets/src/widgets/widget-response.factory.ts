import { Injectable } from '@nestjs/common';
import { wireDate, wireDateOrNull } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { publicPagesUrl } from '@plaudit/runtime';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { companyName, shownChannels } from '../channels/channel-copy';
import { readSettings } from '../settings/change-settings';
import { WidgetsEnv } from '../widgets.env';
import { embedSnippets } from './embed-snippets';
import type { Widget } from './widget';
import type { WidgetResponse, WidgetSummaryResponse } from './widgets.responses';
import type { WidgetSummary } from './widgets.repository';

/** Turns stored widgets into the responses of the API. */
@Injectable()
export class WidgetResponseFactory {
  constructor(
    private readonly env: WidgetsEnv,
    private readonly channels: ChannelCopiesRepository,
  ) {}

  /** The entry of a widget in the list of widgets. */
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

  /**
   * A widget with its settings and embed snippets. `reserved` is the style of its height. Call it with the transaction in which
   * the widget was created.
   */
  async full(widget: Widget, reserved: string, tx?: Tx): Promise<WidgetResponse> {
    const { key, type } = widget;
    const [publicUrl, pagesUrl] = [this.env.PUBLIC_URL, publicPagesUrl(this.env)];
    const settings = readSettings(type, widget.settings);
    const shown = shownChannels(settings.source, await this.channels.list(widget, tx));
    return {
      ...this.summary(widget),
      settings,
      embed: embedSnippets({ publicUrl, pagesUrl, key, settings, reserved, subject: companyName(shown) }),
      preview_url: `${pagesUrl}/w/${key}`,
      sub_account_id: widget.sub_account_id,
    };
  }
}
