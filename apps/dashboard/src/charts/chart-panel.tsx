import { type ReactNode, useState } from 'react';
import { shownError } from '../api/api-error';
import { IconButton } from '../components/controls/button';
import { toaster } from '../components/overlays/toaster';
import { useTexts } from '../i18n/texts';
import { DataTable, type TableData } from './data-table';
import { download } from './download';

interface ChartPanelProps {
  title: string;
  /** The unit and what is counted. */
  subtitle: ReactNode;
  table: TableData;
  /** Returns the CSV file. */
  csv: () => Promise<Blob> | Blob;
  fileName: string;
  /** True if the table is shown instead of the chart. */
  asTable: boolean;
  onToggle: () => void;
  /** False for a section without a frame of its own. */
  framed?: boolean;
  /** The key figure above chart and table. */
  figure?: ReactNode;
  legend?: ReactNode;
  /** Stands before the buttons, such as the choice of a period. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A chart with its title, its numbers as a table and as a CSV file. A printed page has both chart and table. */
export function ChartPanel(props: ChartPanelProps): ReactNode {
  const { title, subtitle, table, csv, fileName, asTable, onToggle, framed = true, legend, tools } = props;
  const t = useTexts('reports');
  return (
    <section className={framed ? 'panel chart-panel' : 'chart-panel'}>
      <header>
        <div className="min-w-0 grow">
          <h2 className="text-14 font-semibold">{title}</h2>
          <p className="help-text">{subtitle}</p>
        </div>
        {!framed && !asTable && legend}
        {tools && <div className="chart-tools">{tools}</div>}
        <IconButton
          icon={asTable ? 'reports' : 'list'}
          label={t(asTable ? 'show_as_chart' : 'show_as_table', { title })}
          aria-pressed={asTable}
          onClick={onToggle}
        />
        <CsvButton title={title} csv={csv} fileName={fileName} />
      </header>
      <div className="chart-body">
        {props.figure}
        <div className={asTable ? 'print-only' : 'contents'}>
          {props.children}
          {framed && legend}
        </div>
        <DataTable data={table} className={asTable ? '' : 'print-only'} />
      </div>
    </section>
  );
}

function CsvButton({ title, csv, fileName }: Pick<ChartPanelProps, 'title' | 'csv' | 'fileName'>): ReactNode {
  const t = useTexts('reports');
  const common = useTexts('common');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      download(await csv(), fileName);
    } catch (error) {
      const detail = shownError(error).msg ?? common('network_failed');
      toaster.show({ kind: 'failed', text: t('csv_failed', { title }), detail });
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      icon="download"
      label={t('download_csv', { title })}
      busy={busy}
      onClick={() => void save()}
    />
  );
}
