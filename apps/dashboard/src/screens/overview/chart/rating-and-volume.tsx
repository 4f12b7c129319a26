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
import { reportQuery, type Reports } from '../../reports/data/reports-data';
import { useFigures } from '../../reports/data/use-figures';
import { useMonthTexts } from '../../reports/data/use-months';
import { useSentence } from '../../reports/data/use-sentence';
import type { Property } from '../figures/figures';

const RATING_AXIS = { bounds: [0, 5], minStep: 0.1 } as const;

/** The official rating and the number of reviews month by month. */
export function RatingAndVolume({ months, property }: { months: number; property: Property }): ReactNode {
  const api = useApi();
  const compare = 'previous' as const;
  const ratings = useQuery(reportQuery(api, 'average_rating', { ...property, months, compare }));
  const volume = useQuery(reportQuery(api, 'reviews_over_time', { ...property, range: months }));
  if (ratings.data && volume.data)
    return <Chart ratings={ratings.data} volume={volume.data} isYear={months === 12} />;
  const error = ratings.error ?? volume.error;
  if (error) return <LoadError error={error} retry={() => void ratings.refetch()} />;
  return (
    <Loading>
      <SkeletonRows rows={6} />
    </Loading>
  );
}

function Chart({
  ratings,
  volume,
  isYear,
}: {
  ratings: Reports['average_rating'];
  volume: Reports['reviews_over_time'];
  isYear: boolean;
}): ReactNode {
  const t = useTexts('overview');
  const r = useTexts('reports');
  const formats = useFormats();
  const { exact, rating } = useFigures();
  const sentence = useSentence();
  const [asTable, setAsTable] = useState(false);
  const { labels, titles } = useMonthTexts(ratings.months.map(({ month }) => month));
  const values = ratings.months.map(({ average_rating }) => average_rating);
  const before = ratings.previous?.months.map(({ average_rating }) => average_rating) ?? [];
  const compares = before.some((value) => value !== null);
  const reviews = volume.datasets.total ?? [];
  const beforeName = r(isYear ? 'year_before' : 'period_before');
  const scale = niceScale([...values, ...before], RATING_AXIS);
  const columns = [r('month'), r('average'), ...(compares ? [beforeName] : []), r('new_reviews')];
  const rows = ratings.months.map(({ month }, at) => ({
    month,
    title: titles[at] ?? month,
    figures: [values[at] ?? null, ...(compares ? [before[at] ?? null] : []), reviews[at] ?? 0],
  }));
  return (
    <ChartPanel
      framed={false}
      title={t('rating_and_volume')}
      subtitle={t('rating_and_volume_unit')}
      table={{
        caption: t('rating_and_volume'),
        columns,
        rows: rows.map(({ month, title, figures }) => ({
          key: month,
          cells: [title, ...figures.map(exact)],
        })),
      }}
      csv={() => csvFile(columns, rows)}
      fileName="rating_and_volume.csv"
      asTable={asTable}
      onToggle={() => setAsTable(!asTable)}
    >
      <LineChart
        label={sentence({ name: r('average_rating'), values, titles, format: rating })}
        labels={labels}
        titles={titles}
        series={[
          { name: r('average'), values },
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

function csvFile(
  columns: readonly string[],
  rows: readonly { month: string; figures: readonly (number | null)[] }[],
): Blob {
  const lines = rows.map(({ month, figures }) => [month, ...figures]);
  return new Blob([csvOf(columns, lines)], { type: 'text/csv' });
}
