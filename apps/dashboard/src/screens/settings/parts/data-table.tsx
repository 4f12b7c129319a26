import type { ReactNode } from 'react';
import { NARROW, useMedia } from '../../../app/use-media';
import { useTexts } from '../../../i18n/texts';

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** True for numbers. */
  end?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The buttons of a row. */
  actions?: (row: Row) => ReactNode;
}

/** A table, and on narrow screens a list whose entries have a line for each column. */
export function DataTable<Row extends { id: number | string }>(props: DataTableProps<Row>): ReactNode {
  return useMedia(NARROW) ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Row extends { id: number | string }>({
  label,
  columns,
  rows,
  actions,
}: DataTableProps<Row>): ReactNode {
  const t = useTexts('common');
  return (
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table className="table-list settings-table">
        <thead>
          <tr>
            {columns.map(({ key, label: heading, end }) => (
              <th key={key} scope="col" className={end ? 'text-end' : ''}>
                {heading}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ key, cell, end }) => (
                <td key={key} className={end ? 'text-end tabular-nums' : ''}>
                  {cell(row)}
                </td>
              ))}
              {actions && <td className="text-end whitespace-nowrap">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row extends { id: number | string }>({
  label,
  columns,
  rows,
  actions,
}: DataTableProps<Row>): ReactNode {
  const [first, ...others] = columns;
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className="grid grid-cols-1 gap-2 border-b border-line px-4 py-3">
          <div className="flex items-center gap-2">
            <div className="min-w-0 grow">{first?.cell(row)}</div>
            {actions?.(row)}
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-12">
            {others.map(({ key, label: heading, cell }) => (
              <div key={key} className="contents">
                <dt className="text-text-3">{heading}</dt>
                <dd className="min-w-0 break-words">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
