import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { ChartPanel } from '../../../charts/chart-panel';
import { csvOf } from '../../../charts/geometry/csv';
import { niceScale } from '../../../charts/geometry/scale';
import { Legend } from '../../../charts/legend';
import type { TableData } from '../../../charts/data-table';
import { LineChart, type LineSeries } from '../../../charts/line-chart';
import { Loading, LoadError, SkeletonRows } from '../../../components/display/states';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { reportQuery } from '../../reports/data/reports-data';
import { useAverages } from '../../reports/data/use-averages';
import { useDayTexts } from '../../reports/data/use-days';
import { useFigures } from '../../reports/data/use-figures';
import { useMonthTexts } from '../../reports/data/use-months';
import type { Range } from '../data/range';
import type { Property } from '../figures/figures';
import { dailyTrend, monthlyTrend, type Trend } from './trend';

const RATING_AXIS = { bounds: [0, 5], minStep: 0.1 } as const;
const MONTHS = 12;
const COMPARE = { compare: 'previous' } as const;

interface Props {
  range: Range;
  property: Property;
  /** The choice of the range on a narrow screen. */
  tools: ReactNode;
}

/** The average rating and the number of reviews, month by month or day by day. */
export function RatingAndVolume(props: Props): ReactNode {
  return props.range === '12' ? <Monthly {...props} /> : <Daily {...props} />;
}

function Monthly({ property, tools }: Props): ReactNode {
  const api = useApi();
  const ratings = useQuery(reportQuery(api, 'average_rating', { ...property, months: MONTHS, ...COMPARE }));
  const volume = useQuery(reportQuery(api, 'reviews_over_time', { ...property, range: MONTHS }));
  if (ratings.data && volume.data)
    return <Chart trend={monthlyTrend(ratings.data, volume.data)} tools={tools} />;
  const retry = (): void => void Promise.all([ratings.refetch(), volume.refetch()]);
  return <NoChart error={ratings.error ?? volume.error} retry={retry} />;
}

function Daily({ range, property, tools }: Props): ReactNode {
  const query = { ...property, days: Number(range), ...COMPARE };
  const { data, error, refetch } = useQuery(reportQuery(useApi(), 'daily', query));
  if (data) return <Chart trend={dailyTrend(data)} tools={tools} />;
  return <NoChart error={error} retry={() => void refetch()} />;
}

function NoChart({ error, retry }: { error: Error | null; retry: () => void }): ReactNode {
  if (error) return <LoadError error={error} retry={retry} />;
  return (
    <Loading>
      <SkeletonRows rows={6} />
    </Loading>
  );
}

function Chart({ trend, tools }: { trend: Trend; tools: ReactNode }): ReactNode {
  const { slot, ratings, before, reviews } = trend;
  const t = useTexts('overview');
  const r = useTexts('reports');
  const formats = useFormats();
  const { rating } = useFigures();
  const [asTable, setAsTable] = useState(false);
  const { labels, titles } = useSlotTexts(trend);
  const averages = useAverages();
  const lines = averages.series(ratings, before, r(slot === 'month' ? 'year_before' : 'period_before'));
  const scale = niceScale(
    lines.flatMap(({ values }) => values),
    RATING_AXIS,
  );
  return (
    <ChartPanel
      framed={false}
      title={t('rating_and_volume')}
      subtitle={`${t(`average_${ratings.basis}`)}, ${t(slot === 'month' ? 'new_by_month' : 'new_by_day')}`}
      table={useTable(trend, lines)}
      csv={() => csvFile(trend, lines, [r(slot), r('new_reviews'), r('collected_average')])}
      fileName="rating_and_volume.csv"
      asTable={asTable}
      onToggle={() => setAsTable(!asTable)}
      tools={tools}
    >
      <LineChart
        label={averages.sentence(ratings, titles, rating, slot)}
        labels={labels}
        titles={titles}
        series={lines}
        scale={scale}
        formatTick={(value) => formats.number(value)}
        format={rating}
        volume={{ name: r('new_reviews'), values: reviews, format: (value) => formats.number(value) }}
        height={262}
      />
      <Legend
        marks={[...averages.marks(lines, r('average_rating')), { mark: 'volume', name: r('new_reviews') }]}
        note={scale.truncated ? r('axis_starts', { value: formats.number(scale.min) }) : null}
      />
    </ChartPanel>
  );
}

function useTable({ slot, slots, reviews, ...trend }: Trend, lines: readonly LineSeries[]): TableData {
  const t = useTexts('overview');
  const r = useTexts('reports');
  const { exact } = useFigures();
  const averages = useAverages();
  const { titles } = useSlotTexts({ slot, slots, reviews, ...trend });
  return {
    caption: t('rating_and_volume'),
    columns: [r(slot), ...lines.map(({ name }) => name), r('new_reviews')],
    rows: slots.map((key, at) => ({
      key,
      cells: [titles[at], ...lines.map((line) => averages.cell(line, at, exact)), exact(reviews[at] ?? 0)],
    })),
  };
}

function useSlotTexts({ slot, slots }: Trend) {
  const months = useMonthTexts(slot === 'month' ? slots : []);
  const days = useDayTexts(slot === 'day' ? slots : []);
  return slot === 'month' ? months : days;
}

/** Official and collected averages have a column each. */
function csvFile(
  { slots, reviews }: Trend,
  lines: readonly LineSeries[],
  names: [string, string, string],
): Blob {
  const [slotName, reviewsName, collectedName] = names;
  const hasCollected = lines.some(({ estimated }) => estimated?.includes(true));
  const columns = lines.flatMap(({ name }) => (hasCollected ? [name, `${name}, ${collectedName}`] : [name]));
  const rows = slots.map((slot, at) => [
    slot,
    ...lines.flatMap(({ values, estimated }) => {
      const value = values[at] ?? null;
      if (!hasCollected) return [value];
      return estimated?.[at] ? [null, value] : [value, null];
    }),
    reviews[at] ?? 0,
  ]);
  return new Blob([csvOf([slotName, ...columns, reviewsName], rows)], { type: 'text/csv' });
}
