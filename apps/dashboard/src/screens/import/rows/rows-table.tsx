import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isComposing } from '../../../app/keyboard';
import { Button } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import type { ImportField } from './import-fields';
import { badField, groupOf, type ImportRow, type ReadOptions } from './import-rows';
import { RowResult } from './row-result';

const PAGE = 50;
const MAIN_FIELDS: readonly ImportField[] = ['from_name', 'rating_value', 'posted_on', 'text'];

interface TableProps {
  rows: readonly ImportRow[];
  scale: ReadOptions['scale'];
  isLocked: boolean;
  onEdit: (line: number, field: ImportField, value: string) => void;
}

/** Rows of an import. The cells of rows with problems are fields. */
export function RowsTable({ rows, scale, isLocked, onEdit }: TableProps): ReactNode {
  const t = useTexts('import');
  const [wanted, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
  const page = Math.min(wanted, last);
  const shown = rows.slice(page * PAGE, (page + 1) * PAGE);
  const bad = new Set(shown.map(badField));
  const others = shown.flatMap(({ values }) => Object.keys(values) as ImportField[]);
  const extra = [...new Set(others)].filter((field) => !MAIN_FIELDS.includes(field) && bad.has(field));
  const fields = [...MAIN_FIELDS, ...extra];
  return (
    <div className="import-rows">
      <table className="table-list import-table" aria-label={t('rows')}>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {t(`field_${field}`)}
              </th>
            ))}
            <th scope="col">{t('problem_and_fix')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.line}>
              <th scope="row" className="font-normal text-text-3 tabular-nums">
                {row.line}
              </th>
              {fields.map((field) => (
                <td key={field} className={`is-${field}`} data-label={t(`field_${field}`)}>
                  <Cell row={row} field={field} isLocked={isLocked} onEdit={onEdit} />
                </td>
              ))}
              <td className="is-result">
                <RowResult row={row} scale={scale} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {last > 0 && <Pages page={page} last={last} total={rows.length} onPage={setPage} />}
    </div>
  );
}

function Cell({
  row,
  field,
  isLocked,
  onEdit,
}: Omit<TableProps, 'rows' | 'scale'> & { row: ImportRow; field: ImportField }): ReactNode {
  const t = useTexts('import');
  const value = row.values[field] ?? '';
  const isBad = badField(row) === field;
  if (groupOf(row) !== 'problems' && groupOf(row) !== null) {
    return (
      <span className="import-value" title={value} dir="auto">
        {value}
      </span>
    );
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') event.currentTarget.value = value;
    if (event.key !== 'Enter') return;
    // The row leaves this tab when it is mended. The focus goes on to the next problem.
    const inputs = [...document.querySelectorAll<HTMLInputElement>('.import-table [aria-invalid]')];
    const at = inputs.findIndex((input) => input.closest('tr') === event.currentTarget.closest('tr'));
    const next = inputs[at + 1] ?? inputs[at - 1];
    if (next) next.focus();
    else event.currentTarget.blur();
  };
  return (
    <input
      key={value}
      className={isBad ? 'import-cell is-bad' : 'import-cell'}
      aria-label={t('cell', { field: t(`field_${field}`), line: row.line })}
      aria-invalid={isBad || undefined}
      defaultValue={value}
      placeholder={isBad ? t('cell_empty') : ''}
      disabled={isLocked}
      dir="auto"
      onKeyDown={press}
      onBlur={({ target }) => {
        if (target.value.trim() !== value) onEdit(row.line, field, target.value.trim());
      }}
    />
  );
}

function Pages({
  page,
  last,
  total,
  onPage,
}: {
  page: number;
  last: number;
  total: number;
  onPage: (page: number) => void;
}): ReactNode {
  const t = useTexts('import');
  const common = useTexts('common');
  const from = page * PAGE + 1;
  return (
    <nav className="import-pages" aria-label={t('pages')}>
      <span className="help-text tabular-nums">
        {t('pages_shown', { from, to: Math.min(total, from + PAGE - 1), total })}
      </span>
      <Button size="small" className="ms-auto" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {common('previous')}
      </Button>
      <Button size="small" disabled={page === last} onClick={() => onPage(page + 1)}>
        {common('next')}
      </Button>
    </nav>
  );
}
