import type { ReactNode } from 'react';
import { Change } from '../../../charts/change';
import { niceScale } from '../../../charts/geometry/scale';
import { Legend } from '../../../charts/legend';
import { LineChart } from '../../../charts/line-chart';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import type { Before } from '../data/report-filters';
import type { ReportQuery, Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';
import { useMonthTexts } from '../data/use-months';
import { useSentence } from '../data/use-sentence';

export const RATING_AXIS = { bounds: [0, 5], minStep: 0.1 } as const;

interface PanelProps {
  report: Reports['average_rating'];
  query: ReportQuery;
  before: Before;
}

/** The average official rating month by month. */
export function AverageRatingPanel({ report, query, before }: PanelProps): ReactNode {
  const t = useTexts('reports');
  const beforeName = t(`${before}_before`);
  const formats = useFormats();
  const { exact, rating } = useFigures();
  const sentence = useSentence();
  const { labels, titles } = useMonthTexts(report.months.map(({ month }) => month));
  const lines = [
    { name: t('average'), values: report.months.map(({ average_rating }) => average_rating) },
    ...(report.previous
      ? [
          {
            name: beforeName,
            values: report.previous.months.map(({ average_rating }) => average_rating),
            compare: true,
          },
        ]
      : []),
  ];
  const scale = niceScale(
    lines.flatMap(({ values }) => values),
    RATING_AXIS,
  );
  const title = t('average_rating');
  return (
    <ReportPanel
      id="average"
      report="average_rating"
      query={query}
      title={title}
      subtitle={t('average_rating_unit')}
      table={{
        caption: title,
        columns: [t('month'), ...lines.map(({ name }) => name)],
        rows: titles.map((month, at) => ({
          key: month,
          cells: [month, ...lines.map(({ values }) => exact(values[at] ?? null))],
        })),
      }}
      figure={<LastRating report={report} before={before} />}
      legend={
        <Legend
          marks={[
            { mark: 'line', name: t('this_period') },
            ...(report.previous ? [{ mark: 'compare' as const, name: beforeName }] : []),
          ]}
          note={scale.truncated ? t('axis_starts', { value: formats.number(scale.min) }) : null}
        />
      }
    >
      <LineChart
        label={sentence({ name: title, values: lines[0]?.values ?? [], titles, format: rating })}
        labels={labels}
        titles={titles}
        series={lines}
        scale={scale}
        formatTick={(value) => formats.number(value)}
        format={rating}
      />
    </ReportPanel>
  );
}

function LastRating({ report, before }: Omit<PanelProps, 'query'>): ReactNode {
  const t = useTexts('reports');
  const { rating, changed } = useFigures();
  const last = report.months.findLast(({ average_rating }) => average_rating !== null)?.average_rating;
  if (last == null) return null;
  const change = report.change?.average_rating ?? null;
  const size = change === null ? '' : rating(Math.abs(change));
  return (
    <p className="report-figure">
      <b>{rating(last)}</b>
      {change !== null && (
        <>
          <Change value={change} text={size} words={changed(change, size)} />
          <span className="help-text">{t(`vs_${before}`)}</span>
        </>
      )}
    </p>
  );
}
