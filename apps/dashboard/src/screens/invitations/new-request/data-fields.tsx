import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import { type DataRow, MAX_DATA_ROWS } from './data-rows';

/** Names and values that fill `{{data.…}}` in the texts. */
export function DataFields({
  rows,
  error,
  onChange,
}: {
  rows: readonly DataRow[];
  error: string | null;
  onChange: (rows: DataRow[]) => void;
}): ReactNode {
  const t = useTexts('invitations');
  const change = (at: number, part: Partial<DataRow>): void =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  const remove = (at: number): void => onChange(rows.filter((_row, place) => place !== at));
  return (
    <fieldset className="inv-data-fields">
      <legend className="label">{t('new_data')}</legend>
      {rows.map((row, at) => (
        <Row
          key={at}
          row={row}
          number={at + 1}
          onChange={(part) => change(at, part)}
          onRemove={() => remove(at)}
        />
      ))}
      {error ? (
        <p className="help bad" role="alert">
          {error}
        </p>
      ) : (
        <p className="help">{t('new_data_help', { example: '{{data.order}}' })}</p>
      )}
      <Button
        icon="add"
        size="small"
        className="justify-self-start"
        disabled={rows.length >= MAX_DATA_ROWS}
        onClick={() => onChange([...rows, { key: '', value: '' }])}
      >
        {t('data_add')}
      </Button>
    </fieldset>
  );
}

function Row({
  row,
  number,
  onChange,
  onRemove,
}: {
  row: DataRow;
  number: number;
  onChange: (part: Partial<DataRow>) => void;
  onRemove: () => void;
}): ReactNode {
  const t = useTexts('invitations');
  return (
    <div>
      <input
        className="input"
        aria-label={t('data_key', { number })}
        placeholder="order"
        value={row.key}
        maxLength={40}
        onChange={(event) => onChange({ key: event.target.value })}
      />
      <input
        className="input"
        aria-label={t('data_value', { number })}
        placeholder="A-17"
        value={row.value}
        maxLength={1000}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <IconButton icon="close" label={t('data_remove', { number })} onClick={onRemove} />
    </div>
  );
}
