import { ownValue } from '@plaudit/contracts/own-value';
import type { ReactNode } from 'react';
import { Change } from '../../../charts/change';
import { ColumnChart } from '../../../charts/column-chart';
import { stackLayers, sum } from '../../../charts/geometry/stack';
import { LayerLegend } from '../../../charts/legend';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import type { Before } from '../data/report-filters';
import type { ReportQuery, Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';
import { useMonthTexts } from '../data/use-months';

interface PanelProps {
  report: Reports['reviews_over_time'];
  query: ReportQuery;
  before: Before;
}

/** The collected reviews by month and platform. */
export function NewReviewsPanel({ report, query, before }: PanelProps): ReactNode {
  const t = useTexts('reports');
  const beforeName = t(`${before}_before`);
  const formats = useFormats();
  const { exact } = useFigures();
  const { labels, titles } = useMonthTexts(report.labels);
  const { total = [], ...platforms } = report.datasets;
  const earlier = report.previous?.datasets.total;
  const hasEarlier = earlier !== undefined && sum(earlier) > 0;
  const layers = stackLayers(platforms, t('other'));
  const names = Object.keys(platforms);
  const title = t('new_reviews');
  const most = { low: formats.number(Math.min(...total)), high: formats.number(Math.max(...total)) };
  return (
    <ReportPanel
      id="reviews"
      report="reviews_over_time"
      query={query}
      title={title}
      subtitle={t('new_reviews_unit')}
      table={{
        caption: title,
        columns: [t('month'), ...names, t('total'), ...(earlier ? [beforeName] : [])],
        rows: titles.map((month, at) => ({
          key: month,
          cells: [
            month,
            ...names.map((name) => exact(ownValue(platforms, name)?.[at] ?? 0)),
            exact(total[at] ?? 0),
            ...(earlier ? [exact(earlier[at] ?? 0)] : []),
          ],
        })),
      }}
      figure={<TotalReviews report={report} before={before} />}
      legend={
        <LayerLegend layers={layers}>
          {hasEarlier && (
            <span>
              <svg className="chart" viewBox="0 0 14 10" aria-hidden="true">
                <path className="tick" d="M0 5h14" />
              </svg>
              {beforeName}
            </span>
          )}
        </LayerLegend>
      }
    >
      <ColumnChart
        label={t('sentence_between', { name: title, ...most })}
        labels={labels}
        titles={titles}
        layers={layers}
        totalName={t('total')}
        compare={hasEarlier ? { name: beforeName, values: earlier } : undefined}
        format={(value) => formats.number(value)}
      />
    </ReportPanel>
  );
}

function TotalReviews({ report, before }: Omit<PanelProps, 'query'>): ReactNode {
  const t = useTexts('reports');
  const formats = useFormats();
  const { changed } = useFigures();
  const count = sum(report.datasets.total ?? []);
  const earlier = report.previous && sum(report.previous.datasets.total ?? []);
  const change = earlier ? count / earlier - 1 : null;
  const size = change === null ? '' : formats.percent(Math.abs(change));
  return (
    <p className="report-figure">
      <b>{formats.number(count)}</b>
      {change !== null && <Change value={change} text={size} words={changed(change, size)} />}
      {earlier !== undefined && (
        <span className="help-text">{t(`vs_count_${before}`, { value: earlier })}</span>
      )}
    </p>
  );
}
