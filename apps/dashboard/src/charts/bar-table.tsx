import type { ReactNode } from 'react';

/** A row of horizontal bars. */
export interface BarRow {
  key: string | number;
  name: ReactNode;
  /** Between 0 and 1. */
  share: number;
  /** The share of the time before, as a tick. */
  before?: number | null | undefined;
  /** The numbers at the end of the row. */
  figures: readonly ReactNode[];
}

/** Horizontal bars with their numbers. It is a table, so the numbers are read with their columns. */
export function BarTable({
  caption,
  columns,
  rows,
  color = 'star',
}: {
  caption: string;
  /** The name of the first column, then those of the figures. */
  columns: readonly string[];
  rows: readonly BarRow[];
  color?: 'star' | 'series';
}): ReactNode {
  const [first = '', ...others] = columns;
  return (
    <table className="bar-table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{first}</th>
          <td />
          {others.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, share, before, figures }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className="bar-cell">
              <span className="bar" aria-hidden="true">
                <span className={`bar-fill is-${color}`} style={{ inlineSize: `${share * 100}%` }} />
                {before != null && (
                  <span className="bar-tick" style={{ insetInlineStart: `${before * 100}%` }} />
                )}
              </span>
            </td>
            {figures.map((figure, at) => (
              <td key={at} className="number">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
