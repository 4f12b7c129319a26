import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { Empty } from '../../components/display/states';
import { LeaveGuard } from '../../components/forms/leave-guard';
import { useTexts } from '../../i18n/texts';
import { ColumnMap } from './columns/column-map';
import { FileFacts } from './columns/file-facts';
import { TargetFields } from './columns/target-fields';
import type { ImportFile } from './file/import-file';
import type { ImportStep } from './import-stepper';
import { DryTabs } from './rows/dry-tabs';
import { ImportFoot } from './rows/import-foot';
import { ImportOutcome } from './rows/import-outcome';
import { countRows, groupOf, type RowCounts, type RowGroup } from './rows/import-rows';
import { rejectedCsv } from './rows/rejected-csv';
import { useRowWords } from './rows/row-result';
import { RowsTable } from './rows/rows-table';
import { saveCsv } from './save-text';
import { useBench } from './use-bench';

/** A file on its way into the inbox: how it is read at the side, what the check found in the middle. */
export function ImportBench({
  file,
  onFile,
  children,
}: {
  file: ImportFile;
  onFile: (file: File) => void;
  /** Shows the step. */
  children: (step: ImportStep) => ReactNode;
}): ReactNode {
  const t = useTexts('import');
  const common = useTexts('common');
  const bench = useBench(file);
  const { table, shown, settings, state, source, isMapped } = bench;
  const counts = countRows(state.rows);
  const isLocked = state.phase === 'importing' || source.isBusy || counts.imported > 0;
  const isUnfinished = state.phase === 'importing' || (counts.ready > 0 && counts.imported === 0);
  return (
    <>
      {children(stepOf(isMapped, isLocked))}
      <div className="import-bench">
        <aside className="grid content-start gap-4" aria-label={t('how_read')}>
          <FileFacts
            file={file}
            table={table}
            hasHeader={settings.hasHeader}
            isLocked={isLocked}
            onFile={onFile}
            onDelimiter={bench.chooseDelimiter}
            onHeader={bench.chooseHeader}
          />
          <ColumnMap
            table={table}
            shown={shown}
            settings={settings}
            isLocked={isLocked}
            onChange={bench.setSettings}
          />
          <TargetFields
            settings={settings}
            isLocked={isLocked}
            sourceError={source.error ? (shownError(source.error).msg ?? common('network_failed')) : null}
            onChange={bench.setSettings}
          />
        </aside>
        {isMapped ? (
          <CheckedRows file={file} bench={bench} counts={counts} />
        ) : (
          <Empty icon="list" title={t('map_first')}>
            {t('map_first_text')}
          </Empty>
        )}
      </div>
      <LeaveGuard
        active={isUnfinished}
        title={t('leave_title')}
        text={t(state.phase === 'importing' ? 'leave_importing' : 'leave_text')}
        stay={t('leave_stay')}
        verb={t('leave_verb')}
      />
    </>
  );
}

function CheckedRows({
  file,
  bench,
  counts,
}: {
  file: ImportFile;
  bench: ReturnType<typeof useBench>;
  counts: RowCounts;
}): ReactNode {
  const t = useTexts('import');
  const { table, settings, model, state, source } = bench;
  const { scale, order, uses, hasHeader } = settings;
  const [chosen, setChosen] = useState<RowGroup | null>(null);
  const words = useRowWords(scale);
  const group = chosen && (chosen !== 'imported' || counts.imported > 0) ? chosen : firstGroup(counts);
  const rows = state.rows.filter((row) => groupOf(row) === group);
  const download = (): void => {
    const layout = { uses, hasHeader, heading: t('problem_and_fix') };
    const reason = (row: (typeof rows)[number]): string => {
      const { problem, fix } = words(row);
      return `${problem}. ${fix}`;
    };
    saveCsv(
      rejectedCsv(table, state.rows, layout, reason),
      `${file.name.replace(/\.[^.]*$/, '')}-left-out.csv`,
    );
  };
  const { source: target, isApproved } = settings;
  const search = {
    status: isApproved ? 'approved' : 'inbox',
    ...(target.kind === 'known' && target.id !== null && { sources: String(target.id) }),
  };
  return (
    <div className="import-main">
      <DryTabs rows={state.rows} counts={counts} read={{ scale, order }} group={group} onGroup={setChosen} />
      <ImportOutcome model={model} state={state} imported={counts.imported} search={search} />
      {rows.length === 0 ? (
        <p className="import-none" role="status">
          {counts.unchecked > 0 && state.phase === 'checking' ? t('none_yet') : t(`none_${group}`)}
        </p>
      ) : (
        <RowsTable
          key={group}
          rows={rows}
          scale={scale}
          isLocked={state.phase === 'importing'}
          onEdit={(line, field, value) => void model.edit(line, { [field]: value })}
        />
      )}
      <ImportFoot
        state={state}
        counts={counts}
        isBlocked={target.kind === 'new' && target.name.trim() === ''}
        isBusy={source.isBusy}
        onStop={() => model.stop()}
        onDownload={download}
        onImport={() => void source.send()}
      />
    </div>
  );
}

function stepOf(isMapped: boolean, isLocked: boolean): ImportStep {
  if (!isMapped) return 'columns';
  return isLocked ? 'import' : 'check';
}

/** The tab that needs the person most. */
function firstGroup(counts: RowCounts): RowGroup {
  if (counts.problems > 0) return 'problems';
  return counts.imported > 0 ? 'imported' : 'ready';
}
