import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choice';
import { SelectField } from '../../../components/controls/field';
import { Icon } from '../../../components/display/icon';
import { Note } from '../../../components/display/note';
import type { CsvTable } from '../../../csv/csv-parser';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { FileButton } from '../../../components/forms/file-drop';
import type { ImportFile } from '../file/import-file';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
/** So many lines with errors are named. */
const MAX_LINES = 5;

/** The file, how it is read, and the lines that cannot be read. */
export function FileFacts({
  file,
  table,
  hasHeader,
  isLocked,
  onFile,
  onDelimiter,
  onHeader,
}: {
  file: ImportFile;
  table: CsvTable;
  hasHeader: boolean;
  isLocked: boolean;
  onFile: (file: File) => void;
  onDelimiter: (delimiter: string) => void;
  onHeader: (hasHeader: boolean) => void;
}): ReactNode {
  const t = useTexts('import');
  const formats = useFormats();
  const { rows, errors, delimiter } = table;
  const size = formats.number(Math.max(1, Math.round(file.bytes / 1024)));
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{t('step_file')}</h2>
      <p className="flex items-center gap-2">
        <Icon name="log" className="text-text-3" />
        <span className="min-w-0 grow truncate" title={file.name}>
          {file.name}
        </span>
        {!isLocked && (
          <FileButton size="small" onFile={onFile}>
            {t('replace')}
          </FileButton>
        )}
      </p>
      <p className="help-text tabular-nums">
        {t('file_facts', { count: rows.length - (hasHeader ? 1 : 0), size, encoding: file.encoding })}
      </p>
      <SelectField
        label={t('delimiter')}
        value={delimiter}
        disabled={isLocked}
        choices={DELIMITERS.map((one) => ({ value: one, label: t(`delimiter_${NAMES[one]}`) }))}
        onChange={({ target }) => onDelimiter(target.value)}
      />
      <Checkbox
        label={t('has_header')}
        checked={hasHeader}
        disabled={isLocked}
        onChange={({ target }) => onHeader(target.checked)}
      />
      {errors.length > 0 && (
        <Note tone="warn">
          <p className="font-medium">{t('unread_lines', { count: errors.length })}</p>
          <ul>
            {errors.slice(0, MAX_LINES).map(({ line, code }) => (
              <li key={`${line} ${code}`}>{t('unread_line', { line, reason: t(`csv_${code}`) })}</li>
            ))}
          </ul>
        </Note>
      )}
    </section>
  );
}
