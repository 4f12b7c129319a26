import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { SelectField, TextField } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import type { Channel, ChannelType } from '../rules/channel-state';
import { CSV_FIELDS, csvColumns, type CsvField } from '../rules/csv-columns';
import { useChannels, useRefetchChannels } from '../use-channels';
import { ConnectError, type Wizard, WizardFrame } from './wizard';
import { ImportCheck, type ImportResult } from './import-check';
import { Instructions } from './method-field';

const MAX_BYTES = 2 * 1024 * 1024;
type Mapping = Partial<Record<CsvField, string>>;

/** Imports a CSV file into a channel, or into a new channel of a platform that cannot be read. The file is checked first. */
export function ImportStep({ wizard, type }: { wizard: Wizard; type: ChannelType | null }): ReactNode {
  const t = useTexts('channels');
  const channel = useChannels().data?.find(({ id }) => id === wizard.channelId);
  const [csv, setCsv] = useState('');
  const [name, setName] = useState('');
  const [mapping, setMapping] = useState<Mapping>({});
  const [fileFault, setFileFault] = useState<string | null>(null);
  const { check, store } = useImport({ wizard, type, csv, name, mapping });
  const isReady = csv !== '' && (type ? name.trim() !== '' : channel !== undefined);
  const title = useTitle(type, channel);
  const change = (): void => check.reset();
  const read = async (file: File | undefined): Promise<void> => {
    change();
    setMapping({});
    const isTooLarge = file !== undefined && file.size > MAX_BYTES;
    setFileFault(isTooLarge ? t('file_too_large') : null);
    setCsv(file && !isTooLarge ? await file.text() : '');
  };
  const valid = validIn(check.data);
  const canStore = valid > 0;
  return (
    <WizardFrame
      step={null}
      title={title}
      wizard={wizard}
      onSubmit={() => isReady && (canStore ? store.mutate() : check.mutate())}
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
              change();
            }}
          />
        )}
        <TextField
          label={t('csv_file')}
          type="file"
          accept=".csv,text/csv"
          error={fileFault}
          help={t('csv_help')}
          onChange={({ target }) => void read(target.files?.[0])}
        />
        {csv !== '' && (
          <MappingFields
            columns={csvColumns(csv)}
            mapping={mapping}
            onChange={(next) => {
              setMapping(next);
              change();
            }}
          />
        )}
        <ConnectError error={check.error ?? store.error} />
        {check.data && <ImportCheck result={check.data} />}
        {!type && !channel && <Note tone="info">{t('choose_channel_first')}</Note>}
      </div>
    </WizardFrame>
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

function useImport({
  wizard,
  type,
  csv,
  name,
  mapping,
}: {
  wizard: Wizard;
  type: ChannelType | null;
  csv: string;
  name: string;
  mapping: Mapping;
}) {
  const t = useTexts('channels');
  const api = useApi();
  const queries = useQueryClient();
  const refetch = useRefetchChannels();
  const send = (validate_only: boolean): Promise<ImportResult> => {
    const body = { csv, mapping, validate_only };
    if (type)
      return api.client.post('/channels/import', { body: { ...body, type: type.type, name: name.trim() } });
    const path = { id: wizard.channelId ?? 0 };
    return api.client.post('/channels/import/{id}', { params: { path }, body });
  };
  const check = useMutation({ mutationFn: () => send(true) });
  const store = useMutation({
    mutationFn: () => send(false),
    onSuccess: ({ inserted }) => {
      void refetch();
      void queries.invalidateQueries({ queryKey: api.key('reviews') });
      toaster.show({ text: t('imported', { count: inserted }) });
      wizard.close();
    },
  });
  return { check, store };
}

/** Names the columns that are not recognised by their names. */
function MappingFields({
  columns,
  mapping,
  onChange,
}: {
  columns: readonly string[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}): ReactNode {
  const t = useTexts('channels');
  const choices = [
    { value: '', label: t('column_by_name') },
    ...columns.map((column) => ({ value: column, label: column })),
  ];
  return (
    <details>
      <summary className="label">{t('assign_columns')}</summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {CSV_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={t(`csv_${field}`)}
            value={mapping[field] ?? ''}
            choices={choices}
            onChange={({ target }) => {
              const { [field]: _old, ...rest } = mapping;
              onChange(target.value ? { ...rest, [field]: target.value } : rest);
            }}
          />
        ))}
      </div>
    </details>
  );
}
