import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { Checkbox } from '../../../components/controls/choice';
import { SelectField, TextField } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import type { CsvTable } from '../../../csv/csv-parser';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useProfiles } from '../invite-queries';
import { needsDefaultMark } from '../default-mark';
import { COLUMN_USES, type ColumnDoubt, type ColumnUse, dataKey, doubtsOf, withUse } from './import-fields';
import type { ImportOptions } from './import-rows';

const SHOWN_ERRORS = 10;

/** What a person says about the columns before the rows are checked. */
export interface ColumnChoice {
  hasHeader: boolean;
  uses: ColumnUse[];
  options: ImportOptions;
}

/** Shows the columns with an example, and what each is taken for. */
export function ColumnsStep({
  table,
  choice,
  onChange,
  onDone,
  onBack,
}: {
  table: CsvTable;
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
  onDone: () => void;
  onBack: () => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const count = table.rows.length - (choice.hasHeader ? 1 : 0);
  const hasRecipient = choice.uses.includes('recipient');
  return (
    <div className="people-columns">
      <ParseErrors table={table} />
      <div className="flex flex-wrap items-center gap-4">
        <b className="font-medium">{t('file_rows', { count })}</b>
        <Checkbox
          label={t('has_header')}
          checked={choice.hasHeader}
          onChange={(event) => onChange({ ...choice, hasHeader: event.target.checked })}
        />
        <Button kind="quiet" className="ms-auto" onClick={onBack}>
          {t('other_file')}
        </Button>
      </div>
      <section className="grid gap-2">
        <h2 className="font-semibold">{t('columns_title')}</h2>
        <p className="help-text">{t('columns_help')}</p>
        <Doubts table={table} choice={choice} />
        <ColumnsTable table={table} choice={choice} onChange={(uses) => onChange({ ...choice, uses })} />
      </section>
      <Options options={choice.options} onChange={(options) => onChange({ ...choice, options })} />
      <p className="flex flex-wrap items-center gap-3">
        <Button kind="primary" size="form" disabled={!hasRecipient || count === 0} onClick={onDone}>
          {t('check', { count })}
        </Button>
        {!hasRecipient && <span className="help">{t('needs_recipient')}</span>}
      </p>
    </div>
  );
}

function ParseErrors({ table: { errors } }: { table: CsvTable }): ReactNode {
  const t = useTexts('invite_import');
  if (errors.length === 0) return null;
  return (
    <Note tone="warn">
      <p>{t('parse_errors', { count: errors.length })}</p>
      <ul className="help-text">
        {errors.slice(0, SHOWN_ERRORS).map(({ line, code }, at) => (
          <li key={at}>{t('line', { line, what: t(`csv_${code}`) })}</li>
        ))}
      </ul>
    </Note>
  );
}

/** Says what the headings leave open, and how it is read. */
function Doubts({
  table,
  choice: { hasHeader, uses },
}: {
  table: CsvTable;
  choice: ColumnChoice;
}): ReactNode {
  const t = useTexts('invite_import');
  const formats = useFormats();
  const header = hasHeader ? (table.rows[0]?.cells ?? []) : [];
  const doubts = doubtsOf(header, uses);
  const nameOf = (column: number): string => header[column] ?? '';
  const textOf = (doubt: ColumnDoubt): string => {
    const name = nameOf(doubt.column);
    if (doubt.kind !== 'also') return t(doubt.kind, { name, other: nameOf(doubt.other) });
    const others = formats.list(doubt.others.map(nameOf));
    return t('also', { field: t(`field_${doubt.use}`), name, others });
  };
  if (doubts.length === 0) return null;
  return (
    <Note tone="info">
      <ul className="grid gap-1">
        {doubts.map((doubt) => (
          <li key={`${doubt.kind} ${doubt.column}`}>{textOf(doubt)}</li>
        ))}
      </ul>
    </Note>
  );
}

function ColumnsTable({
  table,
  choice: { hasHeader, uses },
  onChange,
}: {
  table: CsvTable;
  choice: ColumnChoice;
  onChange: (uses: ColumnUse[]) => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const header = hasHeader ? (table.rows[0]?.cells ?? []) : [];
  const example = table.rows[hasHeader ? 1 : 0]?.cells ?? [];
  return (
    <ul className="people-uses">
      {uses.map((use, column) => {
        const name = header[column] || t('column', { number: column + 1 });
        return (
          <li key={column}>
            <div className="min-w-0">
              <p className="font-medium">{name}</p>
              <p className="help-text" dir="auto">
                {example[column] || '–'}
              </p>
            </div>
            <select
              className="input"
              aria-label={t('column_is', { name })}
              value={use}
              onChange={(event) => onChange(withUse(uses, column, event.target.value as ColumnUse))}
            >
              {COLUMN_USES.map((one) => (
                <option key={one} value={one}>
                  {t(`field_${one}`)}
                </option>
              ))}
            </select>
            <code className="help-text">
              {use === 'data' && `{{data.${dataKey(header[column], column)}}}`}
            </code>
          </li>
        );
      })}
    </ul>
  );
}

function Options({
  options,
  onChange,
}: {
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}): ReactNode {
  const t = useTexts('invite_import');
  const profiles = useProfiles();
  return (
    <div className="people-options">
      <SelectField
        label={t('profile')}
        value={options.settingsId ?? ''}
        choices={profiles.map((profile) => ({
          value: profile.default ? '' : String(profile.id),
          label: needsDefaultMark({ name: profile.name, isDefault: profile.default })
            ? t('profile_default', { name: profile.name })
            : profile.name,
        }))}
        onChange={(event) => onChange({ ...options, settingsId: Number(event.target.value) || null })}
      />
      <TextField
        label={t('country_default')}
        help={t('country_help')}
        value={options.country}
        maxLength={2}
        onChange={(event) => onChange({ ...options, country: event.target.value.replace(/[^a-z]/gi, '') })}
      />
      <Checkbox
        label={t('followup')}
        checked={options.followup}
        onChange={(event) => onChange({ ...options, followup: event.target.checked })}
      />
    </div>
  );
}
