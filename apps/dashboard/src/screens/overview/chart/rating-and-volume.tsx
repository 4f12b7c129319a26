import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { ChartPanel } from '../../../charts/chart-panel';
import { csvOf } from '../../../charts/geometry/csv';
import { niceScale } from '../../../charts/geometry/scale';
import { Legend } from '../../../charts/legend';
import { LineChart } from '../../../charts/line-chart';
import { Loading, LoadError, SkeletonRows } from '../../../components/display/states';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { reportQuery } from '../../reports/data/reports-data';
import { useDayTexts } from '../../reports/data/use-days';
import { useFigures } from '../../reports/data/use-figures';
import { useMonthTexts } from '../../reports/data/use-months';
import { useSentence } from '../../reports/data/use-sentence';
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

/** The official rating and the number of reviews, month by month or day by day. */
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
  const { slot, slots, ratings, before, reviews } = trend;
  const t = useTexts('overview');
  const r = useTexts('reports');
  const formats = useFormats();
  const { rating } = useFigures();
  const sentence = useSentence();
  const [asTable, setAsTable] = useState(false);
  const { labels, titles } = useSlotTexts(trend);
  const compares = before.some((value) => value !== null);
  const beforeName = r(slot === 'month' ? 'year_before' : 'period_before');
  const scale = niceScale([...ratings, ...before], RATING_AXIS);
  const { columns, rows } = useRows(trend, compares ? beforeName : null);
  return (
    <ChartPanel
      framed={false}
      title={t('rating_and_volume')}
      subtitle={t(slot === 'month' ? 'rating_and_volume_unit' : 'rating_and_volume_days')}
      table={useTable(trend, columns, rows)}
      csv={() => csvFile(columns, slots, rows)}
      fileName="rating_and_volume.csv"
      asTable={asTable}
      onToggle={() => setAsTable(!asTable)}
      tools={tools}
    >
      <LineChart
        label={sentence({ name: r('average_rating'), values: ratings, titles, format: rating, slot })}
        labels={labels}
        titles={titles}
        series={[
          { name: r('average'), values: ratings },
          ...(compares ? [{ name: beforeName, values: before, compare: true }] : []),
        ]}
        scale={scale}
        formatTick={(value) => formats.number(value)}
        format={rating}
        volume={{ name: r('new_reviews'), values: reviews, format: (value) => formats.number(value) }}
        height={262}
      />
      <Legend
        marks={[
          { mark: 'line', name: r('average_rating') },
          ...(compares ? [{ mark: 'compare' as const, name: beforeName }] : []),
          { mark: 'volume', name: r('new_reviews') },
        ]}
        note={scale.truncated ? r('axis_starts', { value: formats.number(scale.min) }) : null}
      />
    </ChartPanel>
  );
}

type Row = readonly (number | null)[];

/** Returns the numbers of the chart and the names of their columns. `beforeName` is null if there is nothing to compare with. */
function useRows(
  { slot, ratings, before, reviews }: Trend,
  beforeName: string | null,
): { columns: string[]; rows: Row[] } {
  const r = useTexts('reports');
  const compared = beforeName === null ? [] : [beforeName];
  return {
    columns: [r(slot), r('average'), ...compared, r('new_reviews')],
    rows: ratings.map((value, at) => [value, ...compared.map(() => before[at] ?? null), reviews[at] ?? 0]),
  };
}

function useTable(trend: Trend, columns: readonly string[], rows: readonly Row[]) {
  const t = useTexts('overview');
  const { exact } = useFigures();
  const { titles } = useSlotTexts(trend);
  return {
    caption: t('rating_and_volume'),
    columns,
    rows: rows.map((figures, at) => ({
      key: trend.slots[at] ?? at,
      cells: [titles[at], ...figures.map(exact)],
    })),
  };
}

function useSlotTexts({ slot, slots }: Trend) {
  const months = useMonthTexts(slot === 'month' ? slots : []);
  const days = useDayTexts(slot === 'day' ? slots : []);
  return slot === 'month' ? months : days;
}

function csvFile(columns: readonly string[], slots: readonly string[], rows: readonly Row[]): Blob {
  const lines = rows.map((figures, at) => [slots[at] ?? '', ...figures]);
  return new Blob([csvOf(columns, lines)], { type: 'text/csv' });
}
