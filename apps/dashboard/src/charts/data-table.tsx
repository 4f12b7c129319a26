import type { ReactNode } from 'react';

/** The numbers of a chart. The first column names the rows, the others are numbers. */
export interface TableData {
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  /** The last row, such as a sum. */
  total?: readonly ReactNode[];
}

/** The table of a chart. */
export function DataTable({ data, className = '' }: { data: TableData; className?: string }): ReactNode {
  const { caption, columns, rows, total } = data;
  return (
    <div className={`data-table ${className}`} role="region" aria-label={caption} tabIndex={0}>
      <table className="table-list tight">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={at > 0 ? 'number' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <Row key={key} cells={cells} />
          ))}
          {total && <Row cells={total} isTotal />}
        </tbody>
      </table>
    </div>
  );
}

function Row({ cells, isTotal = false }: { cells: readonly ReactNode[]; isTotal?: boolean }): ReactNode {
  const [name, ...figures] = cells;
  return (
    <tr className={isTotal ? 'is-total' : ''}>
      <th scope="row">{name}</th>
      {figures.map((figure, at) => (
        <td key={at} className="number">
          {figure}
        </td>
      ))}
    </tr>
  );
}
