import type { ReactNode } from 'react';
import { ColumnChart } from '../../../charts/column-chart';
import type { Layer } from '../../../charts/geometry/stack';
import { LayerLegend } from '../../../charts/legend';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import type { ReportQuery, Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';
import { useMonthTexts } from '../data/use-months';

/** How many reviews have a reply of the owner, and how long it took. */
export function RepliesPanel({
  report,
  query,
}: {
  report: Reports['response'];
  query: ReportQuery;
}): ReactNode {
  const t = useTexts('reports');
  const formats = useFormats();
  const { exact, share } = useFigures();
  const { labels, titles } = useMonthTexts(report.months.map(({ month }) => month));
  const { months, totals } = report;
  const layers: Layer[] = [
    {
      name: t('with_reply'),
      values: months.map(({ replied }) => replied),
      total: totals.replied,
      color: 1,
    },
    {
      name: t('without_reply'),
      values: months.map(({ reviews, replied }) => reviews - replied),
      total: totals.reviews - totals.replied,
      color: 6,
    },
  ];
  const cells = (figures: (typeof months)[number] | typeof totals): string[] => [
    exact(figures.reviews),
    exact(figures.replied),
    share(figures.share),
    exact(figures.dated_replies),
    exact(figures.median_hours),
  ];
  const title = t('replies');
  return (
    <ReportPanel
      id="replies"
      report="response"
      query={query}
      title={title}
      subtitle={t('replies_unit')}
      table={{
        caption: title,
        columns: [
          t('month'),
          t('reviews'),
          t('with_reply'),
          t('share'),
          t('dated_replies'),
          t('median_hours'),
        ],
        rows: months.map((figures, at) => ({
          key: figures.month,
          cells: [titles[at], ...cells(figures)],
        })),
        total: [t('total'), ...cells(totals)],
      }}
      figure={
        <p className="report-figure">
          <b>{share(totals.share, 1)}</b>
          <span className="help-text">
            {t('replied_of', { replied: totals.replied, count: totals.reviews })}
            {totals.median_hours !== null &&
              ` · ${t('median_text', { hours: formats.number(totals.median_hours) })}`}
          </span>
        </p>
      }
      legend={<LayerLegend layers={layers} />}
    >
      <ColumnChart
        label={t('sentence_replies', { replied: totals.replied, count: totals.reviews })}
        labels={labels}
        titles={titles}
        layers={layers}
        totalName={t('total')}
        format={(value) => formats.number(value)}
      />
    </ReportPanel>
  );
}
