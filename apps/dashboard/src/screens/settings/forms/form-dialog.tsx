import { type ReactNode, useEffect, useRef } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { Dialog } from '../../../components/overlays/dialog';
import { useTexts } from '../../../i18n/texts';

/** A dialog with a form, whose first field gets the focus. ⌘Enter sends it. */
export function FormDialog({
  title,
  verb,
  danger = false,
  ready = true,
  busy,
  error,
  width = 520,
  onClose,
  onSubmit,
  children,
}: {
  title: ReactNode;
  /** The text of the button that sends. */
  verb: string;
  danger?: boolean;
  /** False while something needed is missing, which the form says. */
  ready?: boolean;
  busy: boolean;
  error: string | null;
  width?: number;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('common');
  const submit = (): void => {
    if (ready && !busy) onSubmit();
  };
  const content = useRef<HTMLDivElement>(null);
  // While a dialog is closed, nothing in it can have the focus. That is why `autoFocus` of a field does nothing here.
  useEffect(() => content.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  useShortcuts([{ keys: 'mod+enter', run: submit }]);
  return (
    <Dialog
      title={title}
      width={width}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" size="form" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            size="form"
            className="ms-auto"
            type="submit"
            busy={busy}
            disabled={!ready}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div ref={content} className="grid gap-4">
        {error && <Note tone="bad">{error}</Note>}
        {children}
      </div>
    </Dialog>
  );
}
