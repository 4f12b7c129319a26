import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { ChartPanel } from '../../../charts/chart-panel';
import type { TableData } from '../../../charts/data-table';
import { Loading, LoadError, SkeletonRows } from '../../../components/display/states';
import { Panel } from '../../../components/layout/page';
import {
  reportCsv,
  type ReportName,
  type ReportQuery,
  reportQuery,
  type Reports,
} from '../data/reports-data';
import { isTable, toggledTable } from '../data/report-filters';

interface ReportLoaderProps<Name extends ReportName> {
  name: Name;
  query: ReportQuery;
  title: string;
  children: (report: Reports[Name]) => ReactNode;
}

/** Loads one report. While it loads and if it fails its panel says so, and the others go on. */
export function ReportLoader<Name extends ReportName>(props: ReportLoaderProps<Name>): ReactNode {
  const { name, query, title, children } = props;
  const { data, error, isPending, refetch } = useQuery(reportQuery(useApi(), name, query));
  if (data) return children(data);
  return (
    <Panel title={title}>
      {isPending ? (
        <Loading>
          <SkeletonRows rows={5} />
        </Loading>
      ) : (
        <LoadError error={error} retry={() => void refetch()} />
      )}
    </Panel>
  );
}

interface ReportPanelProps {
  /** The name of the panel in the address. */
  id: string;
  /** The report whose CSV file the panel offers. */
  report: ReportName;
  query: ReportQuery;
  title: string;
  subtitle: ReactNode;
  table: TableData;
  figure?: ReactNode;
  legend?: ReactNode;
  /** True if the table is what a person sees first. */
  tableFirst?: boolean;
  children: ReactNode;
}

/** A chart of a report. The address remembers whether it is shown as a table. */
export function ReportPanel({
  id,
  report,
  query,
  tableFirst = false,
  ...panel
}: ReportPanelProps): ReactNode {
  const api = useApi();
  const { table } = useSearch({ from: '/$account/reports' });
  const navigate = useNavigate({ from: '/$account/reports' });
  return (
    <ChartPanel
      {...panel}
      asTable={isTable(table, id) !== tableFirst}
      onToggle={() =>
        void navigate({
          search: (before) => ({ ...before, table: toggledTable(before.table, id) }),
          replace: true,
        })
      }
      csv={() => reportCsv(api, report, query)}
      fileName={`${report}.csv`}
    />
  );
}
