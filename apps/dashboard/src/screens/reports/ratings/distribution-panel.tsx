import type { ReactNode } from 'react';
import { BarTable } from '../../../charts/bar-table';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ReportPanel } from '../bar/report-panel';
import { pointsOf, shareOf, STARS } from '../data/distribution';
import type { Before } from '../data/report-filters';
import type { ReportQuery, Reports } from '../data/reports-data';
import { useFigures } from '../data/use-figures';

type Previous = NonNullable<Reports['rating_distribution']['previous']>;

const STAR = 'm7 1.2 1.75 3.65 4 .53-2.93 2.78.73 3.97L7 10.2l-3.55 1.93.73-3.97-2.93-2.78 4-.53z';

/** How many reviews have which rating. */
export function DistributionPanel({
  report,
  query,
  before,
}: {
  report: Reports['rating_distribution'];
  query: ReportQuery;
  before: Before;
}): ReactNode {
  const t = useTexts('reports');
  const beforeName = t(`${before}_before`);
  const formats = useFormats();
  const { exact } = useFigures();
  const { total, distribution, previous } = report;
  const title = t('distribution');
  const compared = comparedTo(report);
  return (
    <ReportPanel
      id="distribution"
      report="rating_distribution"
      query={query}
      title={title}
      subtitle={t('distribution_unit', { count: total })}
      table={{
        caption: title,
        columns: [t('stars'), t('reviews'), ...(previous ? [beforeName] : [])],
        rows: STARS.map((stars) => ({
          key: stars,
          cells: [
            formats.number(Number(stars)),
            exact(distribution[stars]),
            ...(previous ? [exact(previous.distribution[stars])] : []),
          ],
        })),
        total: [t('total'), exact(total), ...(previous ? [exact(previous.total)] : [])],
      }}
      legend={
        compared && (
          <p className="legend">
            <span>
              <span className="bar-tick-key" aria-hidden="true" />
              {t(`share_${before}`)}
            </span>
          </p>
        )
      }
    >
      <StarBars report={report} />
    </ReportPanel>
  );
}

function StarBars({ report }: { report: Reports['rating_distribution'] }): ReactNode {
  const t = useTexts('reports');
  const formats = useFormats();
  const { exact } = useFigures();
  const { total, distribution } = report;
  const compared = comparedTo(report);
  return (
    <BarTable
      caption={t('distribution')}
      columns={[t('stars'), t('reviews'), t('share'), ...(compared ? [t('change')] : [])]}
      rows={STARS.map((stars) => {
        const share = shareOf(distribution[stars], total);
        const earlier = compared && shareOf(compared.distribution[stars], compared.total);
        return {
          key: stars,
          name: (
            <>
              {formats.number(Number(stars))}{' '}
              <svg className="one-star" viewBox="0 0 14 14" aria-hidden="true">
                <path d={STAR} />
              </svg>
            </>
          ),
          share,
          before: earlier,
          figures: [
            exact(distribution[stars]),
            <b key="share">{formats.percent(share, 1)}</b>,
            ...(earlier === null
              ? []
              : [
                  <span key="change" className="help-text">
                    {pointsOf(share, earlier, (value) => formats.number(value, 1))}
                  </span>,
                ]),
          ],
        };
      })}
    />
  );
}

/** Returns the figures of the time before if there are any to compare with. */
function comparedTo({ previous }: Reports['rating_distribution']): Previous | null {
  return previous && previous.total > 0 ? previous : null;
}
