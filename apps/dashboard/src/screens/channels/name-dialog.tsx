import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { Button } from '../../components/controls/button';
import { TextField } from '../../components/controls/field';
import { Note } from '../../components/display/note';
import { Dialog } from '../../components/overlays/dialog';
import { useTexts } from '../../i18n/texts';
import { useFirstField } from './use-first-field';

/** Asks for the name of something that is added or renamed. */
export function NameDialog({
  title,
  verb,
  name: oldName = '',
  maxLength,
  save,
  onClose,
}: {
  title: string;
  verb: string;
  name?: string;
  maxLength: number;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const content = useFirstField<HTMLDivElement>();
  const [name, setName] = useState(oldName);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await save(name.trim());
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const { msg, field } = shownError(error);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" kind="primary" className="ms-auto" disabled={name.trim() === ''} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <div ref={content} className="grid gap-3">
        <TextField
          label={t('name')}
          value={name}
          maxLength={maxLength}
          error={field === 'name' ? msg : null}
          onChange={({ target }) => setName(target.value)}
        />
        {error !== null && field !== 'name' && <Note tone="bad">{msg ?? common('network_failed')}</Note>}
      </div>
    </Dialog>
  );
}
