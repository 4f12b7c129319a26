import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { TextField } from '../../components/controls/field';
import { FormDialog } from '../../components/forms/form-dialog';
import { useTexts } from '../../i18n/texts';

/** Asks for the name of something new, or for another name of something that has one. */
export function NameDialog({
  addText,
  name: oldName = '',
  maxLength,
  save,
  onClose,
}: {
  /** The title and the verb while there is no name yet. */
  addText: string;
  name?: string;
  maxLength: number;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('channels');
  const [name, setName] = useState(oldName);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => save(name.trim()),
    onSuccess: onClose,
  });
  const { msg, field } = shownError(error);
  return (
    <FormDialog
      title={oldName ? t('rename_title', { name: oldName }) : addText}
      verb={oldName ? t('rename') : addText}
      ready={name.trim() !== ''}
      busy={isPending}
      error={field === 'name' ? null : error}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <TextField
        label={t('name')}
        value={name}
        maxLength={maxLength}
        error={field === 'name' ? msg : null}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
