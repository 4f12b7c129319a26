import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { shownError } from '../../api/api-error';
import { Button, type ButtonKind } from '../../components/controls/button';
import { Note } from '../../components/display/note';
import { Dialog } from '../../components/overlays/dialog';
import { useTexts } from '../../i18n/texts';
import { sendOnModEnter } from './new-request/send-keys';

interface FormDialogProps {
  title: string;
  width?: number;
  /** Default: Cancel. */
  wayOut?: string;
  verb: string;
  kind?: ButtonKind;
  shortcut?: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** A failure that no field shows. */
  error?: unknown;
  onClose: () => void;
  onSend: () => void;
  children: ReactNode;
}

/** A dialog that sends something. Its footer has the way out and the verb. ⌘Enter sends, too. */
export function FormDialog({
  title,
  width,
  wayOut,
  verb,
  kind = 'primary',
  shortcut,
  isBusy,
  isDisabled = false,
  error,
  onClose,
  onSend,
  children,
}: FormDialogProps): ReactNode {
  const common = useTexts('common');
  const body = useFirstField();
  const send = (): void => {
    if (!isBusy && !isDisabled) onSend();
  };
  return (
    <Dialog
      title={title}
      {...(width && { width })}
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{wayOut ?? common('cancel')}</Button>
          <Button
            type="submit"
            kind={kind}
            className="ms-auto"
            busy={isBusy}
            disabled={isDisabled}
            {...(shortcut && { shortcut })}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div ref={body} className="grid gap-4" onKeyDown={sendOnModEnter(send)}>
        {Boolean(error) && <Note tone="bad">{shownError(error).msg ?? common('network_failed')}</Note>}
        {children}
      </div>
    </Dialog>
  );
}

/** Focuses the first field. By itself, a dialog that opens focuses its first button, which closes it. */
function useFirstField(): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus();
  }, []);
  return body;
}
