import type { Schema } from '@plaudit/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownFault } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { TextArea } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { toaster } from '../../../components/overlays/toaster';
import { FileButton } from '../../../components/forms/file-drop';
import { readCsvFile } from '../../../csv/csv-bytes';
import { useTexts } from '../../../i18n/texts';
import { FormDialog } from '../../../components/forms/form-dialog';
import { type ListedRecipient, MAX_RECIPIENTS, recipientsOf } from './recipient-list';

const SHOWN_ERRORS = 20;

/** Puts people on the list, typed or from a file. What the server refuses stays in the field. */
export function AddSuppressionsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const [text, setText] = useState('');
  const [fileFault, setFileFault] = useState(false);
  const people = recipientsOf(text);
  const { mutate, isPending, error, data } = useAddition((refused) => {
    if (refused.length > 0) setText(refused.join('\n'));
    else onClose();
  });
  const isTooMuch = people.length > MAX_RECIPIENTS;
  return (
    <FormDialog
      title={t('sup_add_title')}
      width={520}
      verb={t('sup_add_verb', { count: people.length })}
      busy={isPending}
      ready={people.length > 0 && !isTooMuch}
      isWritten={people.length > 0}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate(people)}
    >
      <TextArea
        label={t('sup_add_label')}
        help={t('sup_add_help')}
        error={isTooMuch ? t('sup_too_many') : null}
        rows={8}
        value={text}
        autoFocus
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <FileChoice onText={setText} onTooLarge={setFileFault} />
      {fileFault && <Note tone="bad">{t('file_too_large')}</Note>}
      {data && data.result.errors.length > 0 && <Refused {...data} />}
    </FormDialog>
  );
}

/** Sends the people and says how many were added. `onDone` receives those that the server refused. */
function useAddition(onDone: (refused: string[]) => void) {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (listed: ListedRecipient[]) => ({
      listed,
      result: await api.client.post('/invite/suppressions/import', {
        body: { recipients: listed.map(({ recipient }) => recipient) },
      }),
    }),
    onSuccess: ({ listed, result: { inserted, valid, errors } }) => {
      toaster.show({
        text: t('sup_added', { count: inserted }),
        detail: valid > inserted && t('sup_added_known', { count: valid - inserted }),
      });
      onDone(errors.map(({ index }) => listed[index]?.recipient ?? ''));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
}

function FileChoice({
  onText,
  onTooLarge,
}: {
  onText: (text: string) => void;
  onTooLarge: (isTooLarge: boolean) => void;
}): ReactNode {
  const t = useTexts('invitations');
  const read = async (file: File): Promise<void> => {
    const text = await readCsvFile(file);
    onTooLarge(text === null);
    if (text !== null)
      onText(
        recipientsOf(text)
          .map(({ recipient }) => recipient)
          .join('\n'),
      );
  };
  return (
    <p className="flex flex-wrap items-center gap-2">
      <FileButton icon="upload" onFile={(file) => void read(file)}>
        {t('sup_add_file')}
      </FileButton>
      <span className="help-text">{t('sup_add_file_help')}</span>
    </p>
  );
}

function Refused({
  listed,
  result,
}: {
  listed: ListedRecipient[];
  result: Schema<'SuppressionImport'>;
}): ReactNode {
  const t = useTexts('invitations');
  return (
    <Note tone="warn">
      <p>{t('sup_invalid', { count: result.errors.length })}</p>
      <ul>
        {result.errors.slice(0, SHOWN_ERRORS).map((error) => (
          <li key={error.index} className="help-text">
            {t('sup_line', { line: listed[error.index]?.line ?? error.index + 1, msg: shownFault(error) })}
          </li>
        ))}
      </ul>
    </Note>
  );
}
