import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts';
import { type Channel, missingReviews, stateOf } from '../rules/channel-state';

/** What to do about a failing channel, and what it means for its reviews. */
export function RemedyLine({ channel, after }: { channel: Channel; after?: ReactNode }): ReactNode {
  const t = useTexts('channels');
  const { word } = stateOf(channel);
  const missing = missingReviews(channel);
  const kept = channel.collected_reviews;
  const sentences = [
    t(`hint_${word as 'blocked'}`, { platform: channel.label }),
    ...(kept > 0 ? [t('kept', { count: kept })] : []),
    ...(missing > 0 ? [t('missing', { count: missing })] : []),
  ];
  return (
    <p className="help-text flex flex-wrap gap-x-1.5">
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
      {after}
    </p>
  );
}
