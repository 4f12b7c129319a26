import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTexts } from '../../i18n/texts';
import { IconButton } from '../controls/button';

const FIRST_FIELD = ':is(input, select, textarea):not([disabled], [type="hidden"])';

/**
 * A modal dialog on the native element, which keeps the focus inside and returns it. The title is a question or a task. The
 * footer has the way out on the left and the verb on the right. With `onSubmit` the dialog is a form.
 */
export function Dialog({
  title,
  width,
  onClose,
  onSubmit,
  footer,
  children,
}: {
  title: ReactNode;
  /** In px. */
  width?: number;
  onClose: () => void;
  onSubmit?: () => void;
  footer?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('common');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    if (current && !current.open) {
      current.showModal();
      // The element focuses its first control, which is the button that closes it.
      current.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    }
    return () => current?.close();
  }, []);
  const content = (
    <>
      <header>
        <h2 id={id} className="text-16 font-semibold">
          {title}
        </h2>
        <IconButton className="ms-auto" icon="close" label={t('close')} onClick={onClose} />
      </header>
      <div className="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </>
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      style={width ? ({ '--dialog-width': `${width}px` } as object) : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {onSubmit ? (
        <form onSubmit={submit} noValidate>
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  );
}
