import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { modifierName, nameOfPress } from '../../../app/keyboard';
import { shownError } from '../../../api/api-error';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { Dialog } from '../../../components/overlays/dialog';
import { useTexts } from '../../../i18n/texts';

/** A dialog that sends something. ⌘Enter sends, too. What the server refused is shown above the content. */
export function AskDialog({
  title,
  verb,
  isDanger = false,
  isBusy,
  isWritten = false,
  error,
  width = 480,
  onClose,
  onSend,
  children,
}: {
  title: string;
  verb: string;
  isDanger?: boolean;
  isBusy: boolean;
  /** True if closing would lose something. The dialog then asks. */
  isWritten?: boolean;
  error: unknown;
  width?: number;
  onClose: () => void;
  onSend: () => void;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  const body = useRef<HTMLDivElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  // By itself, a dialog focuses its first button, which closes it.
  useEffect(() => body.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  const send = (): void => {
    if (!isBusy) onSend();
  };
  const press = (event: KeyboardEvent): void => {
    if (nameOfPress(event.nativeEvent) !== 'mod+enter') return;
    event.preventDefault();
    send();
  };
  const leave = (): void => (isWritten && !isLeaving ? setLeaving(true) : onClose());
  return (
    <Dialog
      title={title}
      width={width}
      onClose={leave}
      onSubmit={send}
      footer={
        isLeaving ? (
          <>
            <p role="alert">{t('discard')}</p>
            <Button size="form" className="ms-auto" autoFocus onClick={() => setLeaving(false)}>
              {t('keep_editing')}
            </Button>
            <Button kind="danger" size="form" onClick={onClose}>
              {t('discard_verb')}
            </Button>
          </>
        ) : (
          <>
            <Button kind="quiet" size="form" onClick={leave}>
              {common('cancel')}
            </Button>
            <Button
              type="submit"
              kind={isDanger ? 'danger' : 'primary'}
              size="form"
              className="ms-auto"
              busy={isBusy}
              {...(!isDanger && { shortcut: `${modifierName()}↵` })}
            >
              {verb}
            </Button>
          </>
        )
      }
    >
      <div ref={body} className="grid gap-4" onKeyDown={press}>
        {Boolean(error) && <Note tone="bad">{shownError(error).msg ?? common('network_failed')}</Note>}
        {children}
      </div>
    </Dialog>
  );
}
