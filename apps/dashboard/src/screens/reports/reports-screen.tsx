import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useApi } from '../../api/api';
import { Empty, Loading } from '../../components/display/states';
import { Content, TopBar } from '../../components/layout/page';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { ExportMenu } from './bar/export-menu';
import { ReportTools } from './bar/report-tools';
import { beforeOf, filtersOf } from './data/report-filters';
import { channelsQuery, countsQuery, type Queries, queriesOf, useReportZone } from './data/reports-data';
import { InvitationReports } from './invitations/invitation-reports';
import { PrintedPeriod } from './printed-period';
import { RatingReports } from './ratings/rating-reports';
import './reports.css';
import '../../charts/charts.css';

const ROUTE = '/$account/reports';
const RATING_REPORTS: readonly (keyof Queries)[] = [
  'average_rating',
  'reviews_over_time',
  'rating_distribution',
  'ratings',
  'tags',
  'response',
];

/** The reports of the sub account, all for the same period and channels, which are in the address. */
export function ReportsScreen(): ReactNode {
  const t = useTexts('reports');
  const search = useSearch({ from: ROUTE });
  const { tab } = search;
  const { months } = filtersOf(search);
  const zone = useReportZone();
  const queries = useQueries(zone);
  const isEmpty = useIsEmpty();
  const invitations = tab === 'invitations';
  const ready = queries !== null && !(isEmpty && !invitations);
  return (
    <>
      <TopBar
        title={t('reports')}
        tabs={<Tabs />}
        actions={
          ready && <ExportMenu names={invitations ? ['invitations'] : RATING_REPORTS} queries={queries} />
        }
      />
      {ready && zone && <ReportTools zone={zone} filters={!invitations} />}
      {!queries && <div className="tools" />}
      <Content className="">
        <PrintedPeriod period={{ months }} />
        {queries === null ? (
          <Loading />
        ) : invitations ? (
          <InvitationReports query={queries.invitations} />
        ) : isEmpty ? (
          <NothingYet />
        ) : (
          <Ratings queries={queries} />
        )}
      </Content>
    </>
  );
}

function Ratings({ queries }: { queries: Queries }): ReactNode {
  return <RatingReports queries={queries} before={beforeOf(filtersOf(useSearch({ from: ROUTE })))} />;
}

function Tabs(): ReactNode {
  const t = useTexts('reports');
  const { account } = useParams({ from: '/$account' });
  const { tab: current } = useSearch({ from: ROUTE });
  return (
    <nav className="tabs" aria-label={t('reports')}>
      {(['ratings', 'invitations'] as const).map((tab) => (
        <Link
          key={tab}
          to={ROUTE}
          params={{ account }}
          search={(before) => ({ ...before, tab: tab === 'ratings' ? undefined : tab })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={(current === 'invitations') === (tab === 'invitations') ? 'page' : undefined}
        >
          {t(tab)}
        </Link>
      ))}
    </nav>
  );
}

function NothingYet(): ReactNode {
  const t = useTexts('reports');
  const { account } = useParams({ from: '/$account' });
  const canConnect = useCan('channels:write');
  return (
    <Empty
      icon="reports"
      title={t('empty_title')}
      action={
        canConnect && (
          <Link to="/$account/channels" params={{ account }} search={{ connect: '1' }} className="btn">
            {t('connect_channel')}
          </Link>
        )
      }
    >
      {t('empty_text')}
    </Empty>
  );
}

/** Returns what each report is asked for. Null until the time zone of the months is known. */
function useQueries(zone: string | undefined): Queries | null {
  const { range, compare, channels, groups, type } = useSearch({ from: ROUTE });
  return useMemo(
    () =>
      zone === undefined
        ? null
        : queriesOf(filtersOf(definedOf({ range, compare, channels, groups, type })), zone, new Date()),
    [zone, range, compare, channels, groups, type],
  );
}

function definedOf(search: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Returns true if nothing was collected yet and no platform has a rating. */
function useIsEmpty(): boolean {
  const api = useApi();
  const counts = useQuery(countsQuery(api)).data;
  const channels = useQuery(channelsQuery(api)).data;
  return counts?.total === 0 && channels !== undefined && channels.every(({ reviews }) => !reviews);
}
