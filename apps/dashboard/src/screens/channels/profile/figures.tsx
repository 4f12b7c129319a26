import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Stars } from '../../../components/display/stars';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { reportQuery } from '../../reports/data/reports-data';
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
  const collected = useCollected(channel);
  return (
    <dl className="figures">
      {collected ? (
        <div>
          <dt>{t('collected_average')}</dt>
          <dd className="flex items-center gap-2">
            <Stars value={collected.value} size="large" />
            {formats.number(collected.value, 2)}
          </dd>
          <dd className="help-text">{t('average_of', { count: collected.count })}</dd>
        </div>
      ) : (
        <Official score={score} scale={scale} />
      )}
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

function Official({ score, scale }: { score: number | null; scale: number }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  return (
    <>
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
    </>
  );
}

/** Returns the average of the collected reviews of a channel without an official score. Null if there is none. */
function useCollected({ id, type_id, score }: Channel): { value: number; count: number } | null {
  const enabled = useCan('reports:read') && score === null;
  const { data } = useQuery({ ...reportQuery(useApi(), 'ratings', { channels: String(id) }), enabled });
  const value = data?.types[type_id]?.collected_rating_value ?? null;
  return value === null ? null : { value, count: data?.types[type_id]?.collected_num_reviews ?? 0 };
}
