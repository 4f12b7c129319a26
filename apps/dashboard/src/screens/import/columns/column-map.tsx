import type { ReactNode } from 'react';
import { Segments } from '../../../components/controls/segments';
import { Note } from '../../../components/display/note';
import { ColumnTable } from '../../../components/forms/column-table';
import type { CsvTable } from '../../../csv/csv-parser';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import type { DateOrder } from '../review-date';
import { IMPORT_FIELDS, type ImportField, REQUIRED_FIELDS, withUse } from '../rows/import-fields';
import { RATING_SCALES, type RatingScale } from '../rows/local-problem';
import { type ImportSettings, orderEvidence, readingOf, sampleOf, type ShownRows } from './import-settings';

/** Which column holds what, with a sample of each, and how ratings and dates are read. */
export function ColumnMap({
  table,
  shown: { hiddenBy, hiddenCount },
  settings,
  isLocked,
  onChange,
}: {
  table: CsvTable;
  shown: ShownRows;
  settings: ImportSettings;
  isLocked: boolean;
  onChange: (settings: ImportSettings) => void;
}): ReactNode {
  const t = useTexts('import');
  const formats = useFormats();
  const { hasHeader, uses } = settings;
  const missing = REQUIRED_FIELDS.filter((field) => !uses.includes(field));
  const pick = (column: number, field: ImportField | null): void => {
    const next = withUse(uses, column, field);
    const isRead = field === 'rating_value' || field === 'posted_on';
    onChange({ ...settings, uses: next, ...(isRead && readingOf(table, hasHeader, next)) });
  };
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{t('step_columns')}</h2>
      <ColumnTable
        columns={uses.map((use, column) => ({
          name:
            (hasHeader && table.rows[0]?.cells[column]?.trim()) || t('column_number', { number: column + 1 }),
          use,
          sample: sampleOf(table, hasHeader, column),
        }))}
        fields={IMPORT_FIELDS.map((field) => ({ value: field, label: t(`field_${field}`) }))}
        isLocked={isLocked}
        onPick={pick}
      />
      {missing.length > 0 && (
        <Note tone="warn">
          {t('missing_columns', { fields: formats.list(missing.map((field) => t(`field_${field}`))) })}
        </Note>
      )}
      {hiddenCount > 0 && (
        <p className="help-text">
          {t('hidden_rows', { columns: formats.list(hiddenBy), count: hiddenCount })}
        </p>
      )}
      <Reading table={table} settings={settings} isLocked={isLocked} onChange={onChange} />
    </section>
  );
}

/** The scale of the ratings and the order of day and month. */
function Reading({
  table,
  settings,
  isLocked,
  onChange,
}: {
  table: CsvTable;
  settings: ImportSettings;
  isLocked: boolean;
  onChange: (settings: ImportSettings) => void;
}): ReactNode {
  const t = useTexts('import');
  const { uses, order, scale } = settings;
  const { example, isMixed, isNeeded } = orderEvidence(table, settings.hasHeader, uses);
  const evidence = isMixed ? 'order_mixed' : example === null ? 'order_unknown' : 'order_seen';
  return (
    <fieldset className="grid gap-3 pt-1" disabled={isLocked}>
      {uses.includes('rating_value') && (
        <div className="grid justify-items-start gap-1">
          <p className="label">{t('scale')}</p>
          <Segments
            label={t('scale')}
            value={String(scale)}
            choices={RATING_SCALES.map((one) => ({ value: String(one), label: one }))}
            onChange={(value) => onChange({ ...settings, scale: Number(value) as RatingScale })}
          />
          {scale > 5 && scale === readingOf(table, settings.hasHeader, uses).scale && (
            <p className="help-text">{t('scale_guessed')}</p>
          )}
        </div>
      )}
      {isNeeded && (
        <div className="grid justify-items-start gap-1">
          <p className="label">{t('order')}</p>
          <Segments<DateOrder>
            label={t('order')}
            value={order}
            choices={[
              { value: 'day_first', label: t('order_day_first') },
              { value: 'month_first', label: t('order_month_first') },
            ]}
            onChange={(value) => onChange({ ...settings, order: value })}
          />
          <p className="help-text">{t(evidence, { example: example ?? '' })}</p>
        </div>
      )}
    </fieldset>
  );
}
