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
  return (
    <fieldset className="inv-data-fields">
      <legend className="label">{t('new_data')}</legend>
      {rows.map((row, at) => (
        <div key={at}>
          <input
            className="input"
            aria-label={t('data_key', { number: at + 1 })}
            placeholder="order"
            value={row.key}
            maxLength={40}
            onChange={(event) => change(at, { key: event.target.value })}
          />
          <input
            className="input"
            aria-label={t('data_value', { number: at + 1 })}
            placeholder="A-17"
            value={row.value}
            maxLength={1000}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <IconButton
            icon="close"
            label={t('data_remove', { number: at + 1 })}
            onClick={() => onChange(rows.filter((_row, place) => place !== at))}
          />
        </div>
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
