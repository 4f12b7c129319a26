import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Api, useApi } from '../../../api/api';
import { ChartPanel } from '../../../charts/chart-panel';
import type { TableData } from '../../../charts/data-table';
import { niceScale } from '../../../charts/geometry/scale';
import { Legend } from '../../../charts/legend';
import { LineChart } from '../../../charts/line-chart';
import { Segments } from '../../../components/controls/segments';
import { LoadError, Loading, SkeletonRows } from '../../../components/display/states';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { dayIn } from '../../reports/data/months';
import { csvAt, useReportZone } from '../../reports/data/reports-data';
import { useDayTexts } from '../../reports/data/use-days';
import { useSentence } from '../../reports/data/use-sentence';
import type { Channel } from '../rules/channel-state';
import { historyDays, type HistoryPoint } from '../rules/history';
import '../../../charts/charts.css';

const RANGES = ['90', '365'] as const;
type Range = (typeof RANGES)[number];
/** Without a shorter one, a score that hardly moves would look as if it jumped. */
const STEPS_OF_AXIS = 50;

/** The official score over time, or without one the average of the collected reviews. Estimated points are dotted, and days without a check are bands. */
export function RatingHistory({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const search = useSearch({ from: '/$account/channels/$channel' });
  const range: Range = search.range === '365' ? '365' : '90';
  const zone = useReportZone();
  const history = useQuery(historyQuery(useApi(), channel.id, range));
  if (history.data && zone && history.data.length > 0)
    return <Chart channel={channel} range={range} points={history.data} today={dayIn(zone, new Date())} />;
  return (
    <section className="grid gap-2">
      <header className="flex items-center gap-2">
        <h2 className="text-14 font-semibold">{t('history')}</h2>
        <span className="ms-auto">
          <RangeChoice range={range} />
        </span>
      </header>
      {history.error ? (
        <LoadError error={history.error} retry={() => void history.refetch()} />
      ) : history.data?.length === 0 ? (
        <p className="text-text-2">{t('history_none')}</p>
      ) : (
        <Loading>
          <SkeletonRows rows={5} />
        </Loading>
      )}
    </section>
  );
}

function Chart({
  channel,
  range,
  points,
  today,
}: {
  channel: Channel;
  range: Range;
  points: readonly HistoryPoint[];
  today: string;
}): ReactNode {
  const t = useTexts('channels');
  const r = useTexts('reports');
  const api = useApi();
  const formats = useFormats();
  const shown = useShown();
  const sentence = useSentence();
  const [asTable, setAsTable] = useState(false);
  const { days, scores, reviews, estimated } = historyDays(points, Number(range), today);
  const { labels, titles } = useDayTexts(days);
  const table = useTable(points, channel.rating_scale);
  const best = channel.rating_scale;
  const name = t(channel.score === null ? 'collected_average' : 'official_score');
  const scale = niceScale(scores, { bounds: [0, best], minStep: best / STEPS_OF_AXIS });
  const score = (value: number): string => formats.number(value, 2);
  const hasMeasured = scores.some((value, at) => value !== null && !estimated[at]);
  const marks = [
    ...(hasMeasured ? [{ mark: 'line' as const, name: t('measured') }] : []),
    ...(estimated.includes(true) ? [{ mark: 'estimated' as const, name: t('estimated') }] : []),
  ];
  return (
    <ChartPanel
      framed={false}
      title={t('history')}
      subtitle={channel.score === null ? name : t('history_unit', { scale: formats.number(best) })}
      table={table}
      csv={() => csvAt(api, `/channels/rating_history/${channel.id}`, { days: range })}
      fileName="rating_history.csv"
      asTable={asTable}
      onToggle={() => setAsTable(!asTable)}
      tools={<RangeChoice range={range} />}
    >
      <LineChart
        label={sentence({ name: t('history'), values: scores, titles, format: score, slot: 'day' })}
        labels={labels}
        titles={titles}
        series={[{ name, values: scores, estimated }]}
        scale={scale}
        formatTick={(value) => formats.number(value)}
        format={score}
        also={(at) => [{ name: t('reviews'), value: shown(reviews[at] ?? null) }]}
      />
      <Legend
        marks={marks}
        note={scale.truncated ? r('axis_starts', { value: formats.number(scale.min) }) : null}
      />
    </ChartPanel>
  );
}

function RangeChoice({ range }: { range: Range }): ReactNode {
  const t = useTexts('channels');
  const navigate = useNavigate({ from: '/$account/channels/$channel' });
  return (
    <Segments
      label={t('period')}
      value={range}
      choices={RANGES.map((value) => ({ value, label: t(value === '90' ? 'days_90' : 'year_1') }))}
      onChange={(value) =>
        void navigate({
          search: (old) => ({ ...old, range: value === '90' ? undefined : value }),
          replace: true,
        })
      }
    />
  );
}

/** Returns the points as the API has them, newest first. */
function useTable(points: readonly HistoryPoint[], scale: number): TableData {
  const t = useTexts('channels');
  const formats = useFormats();
  const shown = useShown();
  const newest = points.toReversed();
  const { titles } = useDayTexts(newest.map(({ date }) => date));
  return {
    caption: t('history'),
    columns: [t('date'), t('score_of', { scale: formats.number(scale) }), t('reviews'), t('basis')],
    rows: newest.map(({ date, score, reviews, estimated }, at) => ({
      key: date,
      cells: [titles[at], shown(score), shown(reviews), t(estimated ? 'estimated' : 'measured')],
    })),
  };
}

/** Returns the function that writes a number exactly, and one that is missing as a dash. */
function useShown(): (value: number | null) => string {
  const formats = useFormats();
  return (value) => (value === null ? '–' : formats.number(value));
}

function historyQuery({ client, key }: Api, channel: number, range: Range) {
  return {
    queryKey: key('reports', 'rating-history', channel, range),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const params = { path: { id: channel }, query: { days: Number(range) } };
      const answer = await client.get('/channels/rating_history/{id}', { params, signal });
      // A text is the answer to format=csv, which is not asked for.
      return typeof answer === 'string' ? [] : answer.history;
    },
    placeholderData: (old: HistoryPoint[] | undefined) => old,
  };
}
