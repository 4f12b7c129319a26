import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { Note } from '../../../components/display/note';
import { useTexts } from '../../../i18n/texts';

export type ImportResult = Schema<'ReviewImport'>;

const MAX_ERRORS = 5;

/** What the check of a file found: how many rows are valid, and what is wrong with the others. */
export function ImportCheck({ result }: { result: ImportResult }): ReactNode {
  const t = useTexts('channels');
  const { valid, total, invalid, errors } = result;
  return (
    <Note tone={invalid > 0 ? 'warn' : 'good'}>
      <p className="font-medium">{t('valid_rows', { valid, total })}</p>
      {errors.length > 0 && (
        <ul className="grid gap-1">
          {errors.slice(0, MAX_ERRORS).map(({ index, msg }) => (
            <li key={index}>{t('row_error', { row: index + 2, msg })}</li>
          ))}
        </ul>
      )}
      {errors.length > MAX_ERRORS && (
        <p className="help-text">{t('more_errors', { count: errors.length - MAX_ERRORS })}</p>
      )}
    </Note>
  );
}
