import type { ReactNode } from 'react';
import { Status } from '../../../components/display/labels';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { seenAt, stateOf } from './last-seen';

interface Shown {
  active: boolean;
  last_seen_on: string | null;
}

/** Live, waiting for the first view, or paused. */
export function WidgetStatus({ widget }: { widget: Shown }): ReactNode {
  const t = useTexts('widgets');
  const state = stateOf(widget);
  if (state === 'live') return <Status tone="good">{t('state_live')}</Status>;
  if (state === 'paused')
    return (
      <Status tone="quiet" icon="pause">
        {t('state_paused')}
      </Status>
    );
  return <Status tone="quiet">{t('state_waiting')}</Status>;
}

/** Returns the function that tells when a page last showed a widget: "this hour", "3 h ago", "12 Sep", "never". */
export function useLastSeen(): (lastSeenOn: string | null) => string {
  const t = useTexts('widgets');
  const formats = useFormats();
  return (lastSeenOn) => {
    const seen = lastSeenOn === null ? null : apiDate(lastSeenOn);
    const told = seenAt(seen, new Date());
    if (told === 'never' || !seen) return t('seen_never');
    return told === 'this_hour' ? t('seen_this_hour') : formats.age(seen);
  };
}
