import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { Segments } from '../../../components/controls/segments';
import { writeCsv } from '../../../csv/csv-writer';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { type ColumnUse, fieldsOf, type ImportField } from './import-fields';
import { groupOf, type ImportRow, type RowGroup } from './import-rows';
import { ImportOutcome } from './import-outcome';
import { RowsTable } from './rows-table';
import { useRowResult } from './use-row-result';
import type { InviteImport } from './use-import';

const GROUPS: readonly RowGroup[] = ['ready', 'duplicate', 'problem', 'imported'];

/** The rows by what the server said about them, and the import of those that are ready. */
export function RowsStep({
  run,
  uses,
  onBack,
}: {
  run: InviteImport;
  uses: readonly ColumnUse[];
  onBack: () => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const { rows, phase } = run;
  const counts = countsOf(rows);
  const [chosen, setChosen] = useState<RowGroup | null>(null);
  const isShown = chosen !== null && counts[chosen] > 0;
  const group = isShown
    ? chosen
    : (GROUPS.findLast((one) => counts[one] > 0 && one !== 'duplicate') ?? 'ready');
  const fields = fieldsOf(uses);
  return (
    <div className="people-rows">
      <ImportOutcome run={run} />
      <div className="flex flex-wrap items-center gap-3">
        <GroupTabs counts={counts} group={group} onChange={setChosen} />
        <RowTools run={run} fields={fields} />
        {phase === 'idle' && counts.imported === 0 && (
          <Button kind="quiet" className="ms-auto" onClick={onBack}>
            {t('step_columns')}
          </Button>
        )}
      </div>
      <RowsTable
        key={group}
        rows={rows.filter((row) => groupOf(row) === group)}
        fields={fields}
        isBusy={phase !== 'idle'}
        onEdit={run.edit}
      />
      <ImportBar run={run} ready={counts.ready} />
    </div>
  );
}

function GroupTabs({
  counts,
  group,
  onChange,
}: {
  counts: Readonly<Record<RowGroup, number>>;
  group: RowGroup;
  onChange: (group: RowGroup) => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const formats = useFormats();
  const shown = GROUPS.filter((one) => one !== 'imported' || counts.imported > 0);
  return (
    <Segments
      label={t('tabs')}
      value={group}
      choices={shown.map((one) => ({
        value: one,
        label: (
          <>
            {t(`tab_${one}`)} <span className="count">{formats.number(counts[one])}</span>
          </>
        ),
      }))}
      onChange={onChange}
    />
  );
}

function RowTools({ run, fields }: { run: InviteImport; fields: readonly ImportField[] }): ReactNode {
  const t = useTexts('invite_import');
  const result = useRowResult();
  const unchecked = run.rows.filter(({ state }) => state.kind === 'unchecked').length;
  const rejected = run.rows.filter((row) => row.state.kind === 'problem' || row.state.kind === 'duplicate');
  const download = (): void => {
    const lines = rejected.map((row) => [
      ...fields.map((field) => row.values[field] ?? ''),
      ...Object.values(row.data),
      result(row),
    ]);
    const dataNames = Object.keys(rejected[0]?.data ?? {});
    save(writeCsv([[...fields, ...dataNames, 'error'], ...lines]));
  };
  if (run.phase !== 'idle') return null;
  return (
    <>
      {unchecked > 0 && (
        <Button icon="refresh" onClick={() => run.check(run.rows)}>
          {t('check_again', { count: unchecked })}
        </Button>
      )}
      {rejected.length > 0 && (
        <Button icon="download" kind="quiet" onClick={download}>
          {t('download', { count: rejected.length })}
        </Button>
      )}
    </>
  );
}

function ImportBar({ run, ready }: { run: InviteImport; ready: number }): ReactNode {
  const t = useTexts('invite_import');
  const { phase, progress, outcome } = run;
  // The rest of an import is sent again under its own keys.
  const hasRest = outcome !== null && outcome.failed.length + outcome.unsent.length > 0;
  if (phase !== 'idle' && progress) {
    return (
      <footer className="people-bar">
        <div className="grow">
          <p role="status">{t(phase, { ...progress })}</p>
          <progress
            value={progress.done}
            max={Math.max(progress.total, 1)}
            aria-label={t(phase, { ...progress })}
          />
        </div>
        <Button onClick={run.stop}>{t('stop')}</Button>
      </footer>
    );
  }
  if (hasRest || (ready === 0 && outcome)) return null;
  return (
    <footer className="people-bar">
      <div className="grow">
        <p>{ready > 0 ? t('cost_note', { count: ready }) : t('import_none')}</p>
        <p className="help-text">{t('skipped_note')}</p>
      </div>
      <Button kind="primary" size="form" disabled={ready === 0} onClick={run.send}>
        {t('import', { count: ready })}
      </Button>
    </footer>
  );
}

function countsOf(rows: readonly ImportRow[]): Record<RowGroup, number> {
  const counts: Record<RowGroup, number> = { ready: 0, duplicate: 0, problem: 0, imported: 0 };
  for (const row of rows) counts[groupOf(row)] += 1;
  return counts;
}

function save(csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'rejected-invitations.csv';
  link.click();
  URL.revokeObjectURL(url);
}
