import { type ReactNode, useState } from 'react';
import { TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useSubmit } from '../forms/use-submit';

/** Asks before something that cannot be undone. With `typed`, a person must type that text first. */
export function ConfirmDialog({
  title,
  verb,
  typed,
  onClose,
  onConfirm,
  children,
}: {
  title: ReactNode;
  verb: string;
  typed?: string;
  onClose: () => void;
  /** The dialog closes when it is done, and stays with the error when it fails. */
  onConfirm: () => Promise<void>;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('settings');
  const [text, setText] = useState('');
  const { busy, otherError, run } = useSubmit();
  return (
    <FormDialog
      title={title}
      verb={verb}
      danger
      width={440}
      ready={typed === undefined || text.trim() === typed.trim()}
      busy={busy}
      error={otherError}
      onClose={onClose}
      onSubmit={() => void run(onConfirm).then((done) => done && onClose())}
    >
      <div className="grid gap-2 text-text-2">{children}</div>
      {typed !== undefined && (
        <TextField
          label={t('type_to_confirm', { text: typed })}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </FormDialog>
  );
}
