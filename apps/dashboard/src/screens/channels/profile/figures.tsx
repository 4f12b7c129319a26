import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Stars } from '../../../components/display/stars';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Collected, DailyChecks } from '../channel-parts';
import type { Channel } from '../rules/channel-state';
import { useChannelCounts } from './disconnect-dialog';

/** The key figures of a channel. */
export function Figures({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const { score, rating_scale: scale } = channel;
  const counts = useChannelCounts(channel.id);
  return (
    <dl className="figures">
      <div>
        <dt>{t('official_score')}</dt>
        <dd>
          {score === null ? '–' : formats.number(score, 1)}{' '}
          <small>{t('of_total', { total: formats.number(scale) })}</small>
        </dd>
      </div>
      <div>
        <dt>{t('on_five_stars')}</dt>
        <dd className="flex items-center gap-2">
          {score === null ? (
            '–'
          ) : (
            <>
              <Stars value={score} scale={scale} size="large" />
              {formats.number((score / scale) * 5, 2)}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('collected')}</dt>
        <dd>
          <Collected channel={channel} />
        </dd>
      </div>
      <div>
        <dt>{t('waiting')}</dt>
        <dd>
          {counts && counts.inbox > 0 ? (
            <Link
              to="/$account/inbox"
              params={{ account: String(subAccountId) }}
              search={{ channels: String(channel.id) }}
            >
              {formats.number(counts.inbox)}
            </Link>
          ) : (
            (counts && formats.number(counts.inbox)) || '–'
          )}
        </dd>
      </div>
      <div>
        <dt>{t('daily_checks')}</dt>
        <dd className="flex h-7 items-center">
          <DailyChecks channel={channel} />
        </dd>
      </div>
    </dl>
  );
}
