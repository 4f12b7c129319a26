import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/api';
import { Icon } from '../../../components/display/icon';
import { Note } from '../../../components/display/note';
import { Content, TopBar } from '../../../components/layout/page';
import { looksLikeHeader } from '../../../csv/column-guess';
import type { CsvTable } from '../../../csv/csv-parser';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { LeaveGuard } from '../../../components/forms/leave-guard';
import { type ColumnChoice, ColumnsStep } from './columns-step';
import { guessUses, IMPORT_FIELDS } from './import-fields';
import { importRows } from './import-rows';
import { RowsStep } from './rows-step';
import { SourceStep } from './source-step';
import { useImport } from './use-import';
import '../invitations.css';

type StepName = 'source' | 'columns' | 'rows';
const STEPS: readonly StepName[] = ['source', 'columns', 'rows'];

/** Invites the people of a CSV file: read in the browser, checked by the server, then imported in batches. */
export function InviteImportScreen(): ReactNode {
  const t = useTexts('invite_import');
  const { subAccountId } = useApi();
  const mayWrite = useCan('invites:write');
  const [table, setTable] = useState<CsvTable | null>(null);
  const [choice, setChoice] = useState<ColumnChoice | null>(null);
  const [isChecked, setChecked] = useState(false);
  const step: StepName = !table || !choice ? 'source' : isChecked ? 'rows' : 'columns';
  const start = (read: CsvTable): void => {
    setTable(read);
    setChoice(firstChoice(read));
  };
  return (
    <>
      <TopBar
        title={t('title')}
        crumbs={
          <>
            <Link to="/$account/invitations" params={{ account: String(subAccountId) }} className="crumb">
              {t('invitations')}
            </Link>
            <Icon name="chevron-right" size="small" />
          </>
        }
        tabs={<StepList current={step} />}
      />
      <Content className="page people-page">
        {!mayWrite && <Note tone="info">{t('read_only')}</Note>}
        {mayWrite && step === 'source' && <SourceStep onTable={start} />}
        {table && choice && step === 'columns' && (
          <ColumnsStep
            table={table}
            choice={choice}
            onChange={(next) =>
              setChoice(
                next.hasHeader === choice.hasHeader ? next : { ...next, uses: usesOf(table, next.hasHeader) },
              )
            }
            onDone={() => setChecked(true)}
            onBack={() => setTable(null)}
          />
        )}
        {table && choice && step === 'rows' && (
          <CheckedRows table={table} choice={choice} onBack={() => setChecked(false)} />
        )}
      </Content>
    </>
  );
}

function StepList({ current }: { current: StepName }): ReactNode {
  const t = useTexts('invite_import');
  return (
    <ol className="people-steps" aria-label={t('steps')}>
      {STEPS.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t(`step_${step}`)}
        </li>
      ))}
    </ol>
  );
}

function CheckedRows({
  table,
  choice,
  onBack,
}: {
  table: CsvTable;
  choice: ColumnChoice;
  onBack: () => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const [first] = useState(() => {
    const header = choice.hasHeader ? (table.rows[0]?.cells ?? []) : [];
    return importRows(table.rows.slice(choice.hasHeader ? 1 : 0), choice.uses, header);
  });
  const run = useImport(first, choice.options);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    run.check(first);
  }, [run, first]);
  const isUnfinished = run.rows.some(({ state }) => state.kind === 'ready') || run.phase === 'importing';
  return (
    <>
      <RowsStep run={run} uses={choice.uses} onBack={onBack} />
      <LeaveGuard
        active={isUnfinished}
        title={t('leave_title')}
        text={t('leave_text')}
        stay={t('stay')}
        verb={t('leave')}
      />
    </>
  );
}

function firstChoice(table: CsvTable): ColumnChoice {
  const hasHeader = looksLikeHeader(table.rows[0]?.cells ?? [], IMPORT_FIELDS);
  return {
    hasHeader,
    uses: usesOf(table, hasHeader),
    options: { settingsId: null, country: '', followup: true },
  };
}

/** Without headings, the first column with an @ holds the recipient. */
function usesOf(table: CsvTable, hasHeader: boolean): ColumnChoice['uses'] {
  const columns = table.rows.slice(0, 100).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const first = table.rows[0]?.cells ?? [];
  if (hasHeader) {
    const rows = table.rows.slice(1, 100).map(({ cells }) => cells);
    return guessUses(first, columns, rows);
  }
  const mail = first.findIndex((cell) => cell.includes('@'));
  return Array.from({ length: columns }, (_, at) => (at === mail ? 'recipient' : 'none'));
}
