import type { ReactNode } from 'react';
import { BarTable } from '../../../charts/bar-table';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import type { Before } from '../data/report-filters';
import type { ReportQuery, Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';

/** Of more tags only the first ones are drawn. The table has all that the report has. */
const MAX_BARS = 8;

/** How often tags were given, and how the reviews with them rate. */
export function TagsPanel({
  report,
  query,
  before,
}: {
  report: Reports['tags'];
  query: ReportQuery;
  before: Before;
}): ReactNode {
  const t = useTexts('reports');
  const beforeName = t(`${before}_before`);
  const { exact } = useFigures();
  const { tags, tags_total: total } = report;
  const most = Math.max(1, ...tags.map(({ reviews }) => reviews));
  const title = t('tags');
  const compares = report.previous !== undefined;
  return (
    <ReportPanel
      id="tags"
      report="tags"
      query={query}
      title={title}
      subtitle={t('tags_unit')}
      table={{
        caption: title,
        columns: [t('tag'), t('reviews'), t('average'), ...(compares ? [beforeName] : [])],
        rows: tags.map(({ id, name, reviews, average_rating, previous }) => ({
          key: id,
          cells: [
            name,
            exact(reviews),
            exact(average_rating),
            ...(compares ? [exact(previous?.reviews ?? 0)] : []),
          ],
        })),
      }}
      legend={
        total > Math.min(tags.length, MAX_BARS) && (
          <p className="help-text">{t('tags_more', { count: total - Math.min(tags.length, MAX_BARS) })}</p>
        )
      }
    >
      {tags.length === 0 ? (
        <p className="text-text-2">{t('tags_none')}</p>
      ) : (
        <BarTable
          caption={title}
          color="series"
          columns={[t('tag'), t('reviews'), t('average')]}
          rows={tags.slice(0, MAX_BARS).map(({ id, name, reviews, average_rating }) => ({
            key: id,
            name: <span className="tag-name">{name}</span>,
            share: reviews / most,
            figures: [<b key="reviews">{exact(reviews)}</b>, exact(average_rating)],
          }))}
        />
      )}
    </ReportPanel>
  );
}
