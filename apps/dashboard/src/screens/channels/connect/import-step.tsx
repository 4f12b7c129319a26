import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/controls/field';
import { LongWait, useStop } from '../../../components/display/long-wait';
import { Note } from '../../../components/display/note';
import { ColumnTable } from '../../../components/forms/column-table';
import { toaster } from '../../../components/overlays/toaster';
import { decodeCsv } from '../../../csv/csv-bytes';
import { useTexts } from '../../../i18n/texts';
import type { Channel, ChannelType } from '../rules/channel-state';
import { CSV_FIELDS, type CsvColumn, csvColumns, mappingOf, withCsvUse } from '../rules/csv-columns';
import { useChannels, useRefetchChannels } from '../use-channels';
import { ConnectError, type Wizard, WizardFrame } from './wizard';
import { ImportCheck, type ImportResult, type ImportTerms } from './import-check';
import { Instructions } from './method-field';

const MAX_BYTES = 2 * 1024 * 1024;

/** A file that was chosen, and how it is read. */
interface Chosen {
  csv: string;
  columns: readonly CsvColumn[];
  /** True if the person changed what a column is. */
  isMapped: boolean;
  terms: ImportTerms;
}
const NOTHING: Chosen = { csv: '', columns: [], isMapped: false, terms: {} };

/** Imports a CSV file into a channel, or into a new channel of a platform that cannot be read. The file is checked first. */
export function ImportStep({ wizard, type }: { wizard: Wizard; type: ChannelType | null }): ReactNode {
  const t = useTexts('channels');
  const channel = useChannels().data?.find(({ id }) => id === wizard.channelId);
  const [chosen, setChosen] = useState(NOTHING);
  const [name, setName] = useState('');
  const { check, store, cancel } = useImport({ wizard, type, name });
  const isReady = chosen.csv !== '' && (type ? name.trim() !== '' : channel !== undefined);
  const title = useTitle(type, channel);
  const valid = validIn(check.data);
  const canStore = valid > 0;
  return (
    <WizardFrame
      step={null}
      title={title}
      wizard={wizard}
      onSubmit={() => isReady && (canStore ? store : check).mutate(chosen)}
      footer={
        <>
          <Button kind="quiet" onClick={type ? () => wizard.go('all') : wizard.close}>
            {t(type ? 'other_platform' : 'close')}
          </Button>
          <Button
            type="submit"
            kind="primary"
            className="ms-auto"
            disabled={!isReady}
            busy={check.isPending || store.isPending}
          >
            {canStore ? t('import_count', { count: valid }) : t('check_file')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {type && <Instructions type={type} />}
        {type && (
          <NameField
            name={name}
            error={check.error}
            onChange={(text) => {
              setName(text);
              check.reset();
            }}
          />
        )}
        <ChosenFile
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            check.reset();
          }}
        />
        <ImportWait isChecking={check.isPending} isStoring={store.isPending} onCancel={cancel} />
        <ConnectError error={check.error ?? store.error} />
        {check.data && (
          <ImportCheck
            result={check.data}
            terms={chosen.terms}
            isBusy={store.isPending}
            onChange={(terms) => {
              setChosen({ ...chosen, terms });
              check.mutate({ ...chosen, terms });
            }}
          />
        )}
        {!type && !channel && <Note tone="info">{t('choose_channel_first')}</Note>}
      </div>
    </WizardFrame>
  );
}

/** The check can be cancelled. An import that has begun goes on at the server. */
function ImportWait({
  isChecking,
  isStoring,
  onCancel,
}: {
  isChecking: boolean;
  isStoring: boolean;
  onCancel: () => void;
}): ReactNode {
  const t = useTexts('channels');
  return (
    <>
      <LongWait
        busy={isChecking}
        doing={t('checking_file')}
        waitingFor={t('file_waits')}
        onCancel={onCancel}
      />
      <LongWait busy={isStoring} doing={t('importing_rows')} waitingFor={t('import_waits')} />
    </>
  );
}

function validIn(result: ImportResult | undefined): number {
  return result?.valid ?? 0;
}

function useTitle(type: ChannelType | null, channel: Channel | undefined): string {
  const t = useTexts('channels');
  if (type) return t('connect_platform', { platform: type.label });
  return channel ? t('import_into', { name: channel.name }) : t('import_csv');
}

/** The name of a new channel. */
function NameField({
  name,
  error,
  onChange,
}: {
  name: string;
  error: unknown;
  onChange: (name: string) => void;
}): ReactNode {
  const t = useTexts('channels');
  const { msg, field } = shownError(error);
  return (
    <TextField
      label={t('name')}
      value={name}
      maxLength={191}
      error={field === 'name' ? msg : null}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function useImport({ wizard, type, name }: { wizard: Wizard; type: ChannelType | null; name: string }) {
  const t = useTexts('channels');
  const api = useApi();
  const queries = useQueryClient();
  const refetch = useRefetchChannels();
  const stop = useStop();
  const send = (chosen: Chosen, validate_only: boolean): Promise<ImportResult> => {
    const signal = validate_only ? { signal: stop.signal() } : {};
    const { csv, columns, isMapped, terms } = chosen;
    const body = { csv, validate_only, ...(isMapped && { mapping: mappingOf(columns) }), ...terms };
    if (type)
      return api.client.post('/channels/import', {
        body: { ...body, type: type.type, name: name.trim() },
        ...signal,
      });
    const path = { id: wizard.channelId ?? 0 };
    return api.client.post('/channels/import/{id}', { params: { path }, body, ...signal });
  };
  const check = useMutation({ mutationFn: (chosen: Chosen) => send(chosen, true) });
  const store = useMutation({
    mutationFn: (chosen: Chosen) => send(chosen, false),
    onSuccess: ({ inserted }) => {
      void refetch();
      void queries.invalidateQueries({ queryKey: api.key('reviews') });
      toaster.show({ text: t('imported', { count: inserted }) });
      wizard.close();
    },
  });
  const cancel = (): void => {
    stop.stop();
    check.reset();
  };
  return { check, store, cancel };
}

/** The file, and which of its columns is what. */
function ChosenFile({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }): ReactNode {
  const t = useTexts('channels');
  const words = useTexts('import');
  const [fault, setFault] = useState<string | null>(null);
  const { columns } = chosen;
  const read = async (file: File | undefined): Promise<void> => {
    const isTooLarge = file !== undefined && file.size > MAX_BYTES;
    setFault(isTooLarge ? t('file_too_large') : null);
    const csv = file && !isTooLarge ? decodeCsv(new Uint8Array(await file.arrayBuffer())).text : '';
    onChange({ ...NOTHING, csv, columns: csvColumns(csv) });
  };
  return (
    <>
      <TextField
        label={t('csv_file')}
        type="file"
        accept=".csv,text/csv"
        error={fault}
        help={t('csv_help')}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      {columns.length > 0 && (
        <ColumnTable
          columns={columns.map(({ name, use, sample, isUnnamed }, at) => ({
            name: name || words('column_number', { number: at + 1 }),
            use,
            sample,
            isFixed: isUnnamed,
          }))}
          fields={CSV_FIELDS.map((field) => ({ value: field, label: words(`field_${field}`) }))}
          onPick={(column, field) =>
            onChange({ ...chosen, columns: withCsvUse(columns, column, field), isMapped: true })
          }
        />
      )}
    </>
  );
}
