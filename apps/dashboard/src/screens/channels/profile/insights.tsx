import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { usePreferences } from '../../../app/preferences';
import { Icon } from '../../../components/display/icon';
import { Tag } from '../../../components/display/labels';
import { LoadError, Loading } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';

/** What reviewers praise and criticise, once there are enough reviews with text. */
export function InsightsSection({ channelId }: { channelId: number }): ReactNode {
  const t = useTexts('channels');
  const api = useApi();
  const { language } = usePreferences();
  const canRead = useCan('ai:read');
  const insights = useQuery({
    queryKey: api.key('ai', 'insights', channelId, language),
    queryFn: ({ signal }) =>
      api.client.get('/channels/ai/insights/{id}', {
        params: { path: { id: channelId }, query: { language } },
        signal,
      }),
    enabled: canRead,
  });
  if (!canRead) return null;
  const { data } = insights;
  return (
    <section className="grid gap-2">
      <h2 className="text-14 font-semibold">
        {t('insights')}{' '}
        {data && data.sentiment.total > 0 && (
          <span className="help-text font-normal">
            {t('positive_share', { percent: data.sentiment.positive_pct, count: data.sentiment.total })}
          </span>
        )}
      </h2>
      {!data &&
        (insights.error ? (
          <LoadError error={insights.error} retry={() => void insights.refetch()} />
        ) : (
          <Loading />
        ))}
      {data?.below_threshold && <p className="text-text-2">{t('insights_threshold')}</p>}
      {data && !data.below_threshold && (
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-1">
            <h3 className="label">{t('strengths')}</h3>
            <ul className="points">
              {data.strengths.map((text) => (
                <li key={text}>
                  <Icon name="add" className="text-good" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <div className="grid content-start gap-1">
            <h3 className="label">{t('to_improve')}</h3>
            <ul className="points">
              {data.improvements.map(({ text, severity }) => (
                <li key={text}>
                  <Icon
                    name={severity === 'recurring' ? 'alert' : 'info'}
                    className={severity === 'recurring' ? 'text-warn' : 'text-text-3'}
                  />
                  {text} <Tag>{t(`severity_${severity}`)}</Tag>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  );
}
