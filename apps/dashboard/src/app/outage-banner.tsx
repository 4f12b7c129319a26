import { type ReactNode, useSyncExternalStore } from 'react';
import { serverWatch } from '../api/server-watch';
import { Icon } from '../components/display/icon';
import { useFormats } from '../i18n/formats';
import { useTexts } from '../i18n/texts';

/**
 * Says across the top of the page that the server is away, since when and what still works, and goes by itself. Its place exists from
 * the start, so that screen readers announce it once.
 */
export function OutageBanner(): ReactNode {
  const t = useTexts('common');
  const formats = useFormats();
  const since = useSyncExternalStore(serverWatch.subscribe, serverWatch.since);
  const time = since && formats.time(since);
  return (
    <div className="outage" role="status">
      {time && (
        <p>
          <Icon name="failed" />
          <b>{t(navigator.onLine ? 'server_away' : 'browser_offline', { time })}</b>
          <span>{t('server_away_text')}</span>
        </p>
      )}
    </div>
  );
}
