import type { ReactNode } from 'react';
import { Change } from '../../../charts/change';
import { niceScale } from '../../../charts/geometry/scale';
import { Legend } from '../../../charts/legend';
import { LineChart } from '../../../charts/line-chart';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import { averageLine } from '../data/averages';
import type { Before } from '../data/report-filters';
import type { ReportQuery, Reports } from '../data/reports-data';
import { useAverages } from '../data/use-averages';
import { useFigures } from '../data/use-figures';
import { useMonthTexts } from '../data/use-months';

export const RATING_AXIS = { bounds: [0, 5], minStep: 0.1 } as const;

interface PanelProps {
  report: Reports['average_rating'];
  query: ReportQuery;
  before: Before;
}

/** The average rating month by month: the official one, and before the first of them that of the collected reviews. */
export function AverageRatingPanel({ report, query, before }: PanelProps): ReactNode {
  const t = useTexts('reports');
  const formats = useFormats();
  const { exact, rating } = useFigures();
  const { labels, titles } = useMonthTexts(report.months.map(({ month }) => month));
  const averages = useAverages();
  const now = averageLine(report.months);
  const lines = averages.series(
    now,
    report.previous && averageLine(report.previous.months),
    t(`${before}_before`),
  );
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
      subtitle={t(`average_rating_unit_${now.basis}`)}
      table={{
        caption: title,
        columns: [t('month'), ...lines.map(({ name }) => name)],
        rows: titles.map((month, at) => ({
          key: month,
          cells: [month, ...lines.map((line) => averages.cell(line, at, exact))],
        })),
      }}
      figure={<LastRating report={report} before={before} />}
      legend={
        <Legend
          marks={averages.marks(lines, t('this_period'))}
          note={scale.truncated ? t('axis_starts', { value: formats.number(scale.min) }) : null}
        />
      }
    >
      <LineChart
        label={averages.sentence(now, titles, rating, 'month')}
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
  const { values, collected, count } = averageLine(report.months);
  const at = values.findLastIndex((value) => value !== null);
  const last = values[at];
  if (last == null) return null;
  const change = report.change?.average_rating ?? null;
  const size = change === null ? '' : rating(Math.abs(change));
  return (
    <p className="report-figure">
      <b>{rating(last)}</b>
      {collected[at] && <span className="help-text">{t('collected_of', { count })}</span>}
      {change !== null && (
        <>
          <Change value={change} text={size} words={changed(change, size)} />
          <span className="help-text">{t(`vs_${before}`)}</span>
        </>
      )}
    </p>
  );
}
