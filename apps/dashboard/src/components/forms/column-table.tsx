import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../display/icon';

/** A column of a file: its name, what it is read as, and a sample of its values. */
export interface ShownColumn<Field extends string> {
  name: string;
  use: Field | null;
  sample: string;
  /** True for a column that cannot be chosen, because another one has the same name. */
  isFixed?: boolean;
}

/** Shows which column of a file is read as what, and lets the person change it. */
export function ColumnTable<Field extends string>({
  columns,
  fields,
  isLocked = false,
  onPick,
}: {
  columns: readonly ShownColumn<Field>[];
  fields: readonly { value: Field; label: string }[];
  isLocked?: boolean;
  onPick: (column: number, field: Field | null) => void;
}): ReactNode {
  const t = useTexts('import');
  return (
    <table className="column-table">
      <colgroup>
        <col className="is-name" />
        <col className="is-use" />
        <col />
      </colgroup>
      <thead>
        <tr>
          {(['column', 'column_use', 'column_sample'] as const).map((key) => (
            <th key={key} scope="col">
              <span className="sr-only">{t(key)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, use, sample, isFixed = false }, column) => (
          <tr key={column}>
            <th scope="row" className="font-mono text-12" title={name}>
              {name}
            </th>
            <td>
              <span className="flex items-center gap-1">
                <Icon name="chevron-right" size="small" className="text-text-3" />
                <select
                  className="input is-compact"
                  aria-label={t('use_of', { column: name })}
                  value={use ?? ''}
                  disabled={isLocked || isFixed}
                  onChange={({ target }) => onPick(column, (target.value || null) as Field | null)}
                >
                  <option value="">{t('skip')}</option>
                  {fields.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </span>
            </td>
            <td className="help-text" title={sample} dir="auto">
              {sample}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
