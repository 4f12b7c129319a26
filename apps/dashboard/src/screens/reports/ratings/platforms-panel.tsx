import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { BarTable } from '../../../charts/bar-table';
import { PlatformMark } from '../../../components/display/monograms';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import { type CurrentRating, currentRating } from '../data/averages';
import { channelsQuery, type ReportQuery, type Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';

const BEST = 5;

/** The rating of each platform: the official one in its own scale and out of five, or else that of the collected reviews. */
export function PlatformsPanel({
  report,
  query,
}: {
  report: Reports['ratings'];
  query: ReportQuery;
}): ReactNode {
  const t = useTexts('reports');
  const formats = useFormats();
  const { exact } = useFigures();
  const platforms = Object.entries(report.types).sort(
    ([, a], [, b]) => (b.official_num_reviews ?? 0) - (a.official_num_reviews ?? 0),
  );
  const title = t('by_platform');
  const named = ({ value, count, isCollected }: CurrentRating): [string, string] =>
    isCollected
      ? [t('collected', { value: exact(value) }), t('collected', { value: exact(count) })]
      : [exact(value), exact(count)];
  const channels = useQuery(channelsQuery(useApi())).data;
  const name = (id: string, label: string): ReactNode => (
    <span className="inline-flex items-center gap-2">
      <PlatformMark
        platform={channels?.find(({ type_id }) => String(type_id) === id)?.type}
        name={label}
        size="small"
      />
      {label}
    </span>
  );
  return (
    <ReportPanel
      id="platforms"
      report="ratings"
      query={query}
      title={title}
      subtitle={t('by_platform_unit')}
      tableFirst
      table={{
        caption: title,
        columns: [t('platform'), t('score'), t('on_5'), t('reviews')],
        rows: platforms.map(([id, { label, official_score, rating_scale, ...figures }]) => ({
          key: id,
          cells: [
            name(id, label),
            official_score === null
              ? t('no_data')
              : t('score_of', {
                  value: formats.number(official_score),
                  scale: formats.number(rating_scale),
                }),
            ...named(currentRating(figures)),
          ],
        })),
        total: [t('all_platforms'), '', ...named(currentRating(report.totals))],
      }}
    >
      <BarTable
        caption={title}
        color="series"
        columns={[t('platform'), t('on_5'), t('reviews')]}
        rows={platforms.map(([id, { label, ...figures }]) => {
          const rating = currentRating(figures);
          const [value, count] = named(rating);
          return {
            key: id,
            name: name(id, label),
            share: (rating.value ?? 0) / BEST,
            figures: [<b key="rating">{value}</b>, count],
          };
        })}
      />
    </ReportPanel>
  );
}
