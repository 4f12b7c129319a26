import type { WidgetSummary } from '@plaudit/contracts';
import type { ChannelCopy } from '../channels/channel-copy';
import type { Strings } from '../i18n/locale';
import { cutText } from '../public-json/public-review';
import type { PublicAiSummary } from '../public-json/public-widget';

const MAX_TEXT = 2_000;

/**
 * Returns the text with a sentence that tells who wrote it and from how many reviews. Beside other channels, the sentence names the
 * platform, because the text is about the reviews of one channel. Returns null without a text.
 */
export function aiSummaryOf(
  summary: WidgetSummary | null,
  channels: readonly ChannelCopy[],
  strings: Strings,
): PublicAiSummary | null {
  const channel = channels.find(({ id }) => id === summary?.channel_id);
  if (!summary || !channel) return null;
  const count = summary.based_on_reviews;
  const note =
    channels.length > 1
      ? strings('ai_note_on', { count, platform: channel.label })
      : strings('ai_note', { count });
  return { text: cutText(summary.text, MAX_TEXT).text, note };
}
