import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../app/shortcuts';
import { useTexts } from '../../i18n/texts';
import { Button } from '../controls/button';
import { Dialog } from '../overlays/dialog';
import { DiscardDialog } from './discard-dialog';
import { ErrorNote } from './error-note';
import { modCap } from './mod-enter';

interface FormDialogProps {
  title: ReactNode;
  /** In px. Default: that of all dialogs. */
  width?: number;
  /** The text of the button that closes. Default: Cancel. */
  wayOut?: string;
  /** The text of the button that sends. */
  verb: string;
  /** True for what deletes or stops something. */
  danger?: boolean;
  /** False while something needed is missing, which the form says. */
  ready?: boolean;
  busy: boolean;
  /** A failure that no field shows. */
  error?: unknown;
  /** True if closing would lose something. The dialog then asks. */
  isWritten?: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog that sends something. Its footer has the way out and the verb. ⌘Enter sends, too. */
export function FormDialog({
  title,
  width,
  wayOut,
  verb,
  danger = false,
  ready = true,
  busy,
  error,
  isWritten = false,
  onClose,
  onSubmit,
  children,
}: FormDialogProps): ReactNode {
  const t = useTexts('common');
  useTexts('forms');
  const [isAsking, setAsking] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The dialog focuses its first field. If that is a radio button, the first text is more useful.
  useEffect(() => content.current?.querySelector<HTMLElement>(FIRST_TEXT)?.focus(), []);
  const submit = (): void => {
    if (ready && !busy && !isAsking) onSubmit();
  };
  useShortcuts([{ keys: 'mod+enter', run: submit }]);
  const close = (): void => (isWritten ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        title={title}
        {...(width && { width })}
        onClose={close}
        onSubmit={submit}
        footer={
          <>
            <Button kind="quiet" size="form" onClick={close}>
              {wayOut ?? t('cancel')}
            </Button>
            <Button
              type="submit"
              kind={danger ? 'danger' : 'primary'}
              size="form"
              className="ms-auto"
              busy={busy}
              disabled={!ready}
              {...(!danger && { shortcut: modCap('↵') })}
            >
              {verb}
            </Button>
          </>
        }
      >
        <div ref={content} className="grid gap-4">
          <ErrorNote error={error} />
          {children}
        </div>
      </Dialog>
      {isAsking && <DiscardDialog onStay={() => setAsking(false)} onDiscard={onClose} />}
    </>
  );
}

const FIRST_TEXT = ':is(input:not([type="radio"]), select, textarea):not([disabled], [type="hidden"])';
