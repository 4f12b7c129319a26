import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { shownFault } from '../../../api/api-error';
import { Segments } from '../../../components/controls/segments';
import { Note } from '../../../components/display/note';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';

export type ImportResult = Schema<'ReviewImport'>;

/** How the values of a file are read, if the person says so. */
export interface ImportTerms {
  rating_scale?: number;
  date_order?: 'dmy' | 'mdy';
}

interface CheckProps {
  result: ImportResult;
  terms: ImportTerms;
  isBusy: boolean;
  onChange: (terms: ImportTerms) => void;
}

const MAX_ERRORS = 5;
const SCALES = [5, 10, 100];

/** What the check of a file found: how many rows are valid, what is wrong with the others, and how the file is understood. */
export function ImportCheck({ result, terms, isBusy, onChange }: CheckProps): ReactNode {
  const t = useTexts('channels');
  const words = useTexts('import');
  const formats = useFormats();
  const { valid, total, invalid, hidden, errors, ignored_columns: ignored } = result;
  return (
    <>
      <Reading result={result} terms={terms} isBusy={isBusy} onChange={onChange} />
      {ignored.length > 0 && (
        <p className="help-text">{words('ignored_columns', { columns: formats.list(ignored) })}</p>
      )}
      {hidden > 0 && (
        <p className="help-text">
          {words('hidden_rows', { columns: formats.list(result.hidden_by), count: hidden })}
        </p>
      )}
      <Note tone={invalid > 0 ? 'warn' : 'good'}>
        <p className="font-medium">{t('valid_rows', { valid, count: total })}</p>
        {errors.length > 0 && (
          <ul className="grid gap-1">
            {errors.slice(0, MAX_ERRORS).map((error) => (
              <li key={error.index}>{t('row_error', { row: error.index + 1, msg: shownFault(error) })}</li>
            ))}
          </ul>
        )}
        {errors.length > MAX_ERRORS && (
          <p className="help-text">{t('more_errors', { count: errors.length - MAX_ERRORS })}</p>
        )}
      </Note>
    </>
  );
}

/** The best rating and the order of dates, which the person can change. */
function Reading({
  result: { columns, rating_scale: scale, date_order: order },
  terms,
  isBusy,
  onChange,
}: CheckProps): ReactNode {
  const t = useTexts('import');
  const scales = [...new Set([...SCALES, scale.value])].toSorted((one, other) => one - other);
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-3" disabled={isBusy}>
      {columns.some(({ field }) => field === 'rating_value') && (
        <div className="grid content-start justify-items-start gap-1">
          <p className="label">{t('scale')}</p>
          <Segments
            label={t('scale')}
            value={String(scale.value)}
            choices={scales.map((one) => ({ value: String(one), label: one }))}
            onChange={(value) => onChange({ ...terms, rating_scale: Number(value) })}
          />
          {scale.from === 'guessed' && <p className="help-text">{t('scale_guessed')}</p>}
        </div>
      )}
      {order && (
        <div className="grid content-start justify-items-start gap-1">
          <p className="label">{t('order')}</p>
          <Segments
            label={t('order')}
            value={order.value}
            choices={[
              { value: 'dmy', label: t('order_day_first') },
              { value: 'mdy', label: t('order_month_first') },
            ]}
            onChange={(value) => onChange({ ...terms, date_order: value })}
          />
          {order.from !== 'told' && <p className="help-text">{t(`order_${order.from}`)}</p>}
        </div>
      )}
    </fieldset>
  );
}
