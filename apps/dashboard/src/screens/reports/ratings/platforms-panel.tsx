import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { BarTable } from '../../../charts/bar-table';
import { PlatformMark } from '../../../components/display/monograms';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import { channelsQuery, type ReportQuery, type Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';

const BEST = 5;

/** The official rating of each platform, in its own scale and out of five. */
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
        rows: platforms.map(
          ([id, { label, official_score, rating_scale, rating_value, official_num_reviews }]) => ({
            key: id,
            cells: [
              name(id, label),
              official_score === null
                ? t('no_data')
                : t('score_of', {
                    value: formats.number(official_score),
                    scale: formats.number(rating_scale),
                  }),
              exact(rating_value),
              exact(official_num_reviews),
            ],
          }),
        ),
        total: [
          t('all_platforms'),
          '',
          exact(report.totals.rating_value),
          exact(report.totals.official_num_reviews),
        ],
      }}
    >
      <BarTable
        caption={title}
        color="series"
        columns={[t('platform'), t('on_5'), t('reviews')]}
        rows={platforms.map(([id, { label, rating_value, official_num_reviews }]) => ({
          key: id,
          name: name(id, label),
          share: (rating_value ?? 0) / BEST,
          figures: [<b key="rating">{exact(rating_value)}</b>, exact(official_num_reviews)],
        }))}
      />
    </ReportPanel>
  );
}
