import { type ReactNode, useState } from 'react';
import { isComposing } from '../../../app/keyboard';
import { Button } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import type { ImportField } from './import-fields';
import type { ImportRow } from './import-rows';
import { useRowResult } from './use-row-result';

const PAGE = 100;

/** Rows of an import whose values can be changed in place. */
export function RowsTable({
  rows,
  fields,
  isBusy,
  onEdit,
}: {
  rows: readonly ImportRow[];
  fields: readonly ImportField[];
  isBusy: boolean;
  onEdit: (line: number, field: ImportField, value: string) => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const result = useRowResult();
  const [wanted, setPage] = useState(0);
  const page = Math.min(wanted, Math.max(0, Math.ceil(rows.length / PAGE) - 1));
  const shown = rows.slice(page * PAGE, (page + 1) * PAGE);
  if (rows.length === 0) return <p className="people-none">{t('no_rows')}</p>;
  return (
    <div className="people-table">
      <table className="table-list tight" aria-label={t('tabs')}>
        <thead>
          <tr>
            <th scope="col">{t('col_line')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {t(`field_${field}`)}
              </th>
            ))}
            <th scope="col">{t('col_result')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.line}>
              <td className="text-text-3">{row.line}</td>
              {fields.map((field) => (
                <td key={field} data-label={t(`field_${field}`)}>
                  <Cell row={row} field={field} isBusy={isBusy} onEdit={onEdit} />
                </td>
              ))}
              <td className="people-result help-text">{result(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pages page={page} total={rows.length} onPage={setPage} />
    </div>
  );
}

function Cell({
  row,
  field,
  isBusy,
  onEdit,
}: {
  row: ImportRow;
  field: ImportField;
  isBusy: boolean;
  onEdit: (line: number, field: ImportField, value: string) => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const value = row.values[field] ?? '';
  const { state } = row;
  if (state.kind === 'imported') return <span dir="auto">{value}</span>;
  const isWrong = state.kind === 'problem' && (state.fault ? state.fault.field : 'recipient') === field;
  return (
    <input
      // Another value comes from elsewhere only when the row is made again.
      key={value}
      className={isWrong ? 'people-cell is-invalid' : 'people-cell'}
      aria-label={t('cell', { field: t(`field_${field}`), line: row.line })}
      aria-invalid={isWrong || undefined}
      defaultValue={value}
      disabled={isBusy}
      maxLength={500}
      dir="auto"
      onBlur={({ target }) => {
        if (target.value !== value) onEdit(row.line, field, target.value);
      }}
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        if (key === 'Enter' && !isComposing(nativeEvent)) currentTarget.blur();
      }}
    />
  );
}

function Pages({
  page,
  total,
  onPage,
}: {
  page: number;
  total: number;
  onPage: (page: number) => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const common = useTexts('common');
  if (total <= PAGE) return null;
  const to = Math.min(total, (page + 1) * PAGE);
  return (
    <nav className="inv-pages" aria-label={t('tabs')}>
      <Button
        icon="chevron-left"
        aria-label={common('previous')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <span className="help-text">{t('page_of', { from: page * PAGE + 1, to, total })}</span>
      <Button
        icon="chevron-right"
        aria-label={common('next')}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
