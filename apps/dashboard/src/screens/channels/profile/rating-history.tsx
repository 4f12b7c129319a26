import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Segments } from '../../../components/controls/segments';
import { LoadError, Loading } from '../../../components/display/states';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import type { Channel } from '../rules/channel-state';
import { type HistoryPoint, sampledHistory } from '../rules/history';

type Range = '90' | '365';
const ROWS = 13;

/** The official score over time. Estimated points say that they are. */
export function RatingHistory({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const api = useApi();
  const search = useSearch({ from: '/$account/channels/$channel' });
  const navigate = useNavigate({ from: '/$account/channels/$channel' });
  const range: Range = search.range === '365' ? '365' : '90';
  const history = useQuery({
    queryKey: api.key('reports', 'rating-history', channel.id, range),
    queryFn: async ({ signal }) => {
      const params = { path: { id: channel.id }, query: { days: Number(range) } };
      const answer = await api.client.get('/channels/rating_history/{id}', { params, signal });
      // A text is the answer to format=csv, which is not asked for.
      return typeof answer === 'string' ? [] : answer.history;
    },
    placeholderData: (old) => old,
  });
  return (
    <section className="grid gap-2">
      <header className="flex items-center gap-2">
        <h2 className="text-14 font-semibold">{t('history')}</h2>
        <span className="ms-auto">
          <Segments
            label={t('period')}
            value={range}
            choices={[
              { value: '90', label: t('days_90') },
              { value: '365', label: t('year_1') },
            ]}
            onChange={(value) =>
              void navigate({
                search: (old) => ({ ...old, range: value === '90' ? undefined : value }),
                replace: true,
              })
            }
          />
        </span>
      </header>
      {history.data ? (
        <HistoryTable points={sampledHistory(history.data, ROWS)} scale={channel.rating_scale} />
      ) : history.error ? (
        <LoadError error={history.error} retry={() => void history.refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function HistoryTable({ points, scale }: { points: readonly HistoryPoint[]; scale: number }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  if (points.length === 0) return <p className="text-text-2">{t('history_none')}</p>;
  return (
    <div className="panel overflow-x-auto">
      <table className="table-list tight">
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col" className="text-end">
              {t('score_of', { scale: formats.number(scale) })}
            </th>
            <th scope="col" className="text-end">
              {t('reviews')}
            </th>
            <th scope="col">{t('basis')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ date, score, reviews, estimated }) => (
            <tr key={date}>
              <th scope="row" className="font-normal">
                {formats.day(new Date(`${date}T12:00:00`))}
              </th>
              <td className="text-end tabular-nums">{score === null ? '–' : formats.number(score, 2)}</td>
              <td className="text-end tabular-nums">{reviews === null ? '–' : formats.number(reviews)}</td>
              <td className="text-text-3">{t(estimated ? 'estimated' : 'measured')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
