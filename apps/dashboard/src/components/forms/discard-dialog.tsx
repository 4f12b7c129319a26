import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../controls/button';
import { Dialog } from '../overlays/dialog';

/** Asks before what was typed or changed is lost. The texts that are left out are those of a form. */
export function DiscardDialog({
  title,
  text,
  stay,
  verb,
  onStay,
  onDiscard,
}: {
  title?: string;
  text?: string;
  stay?: string;
  verb?: string;
  onStay: () => void;
  onDiscard: () => void;
}): ReactNode {
  const t = useTexts('forms');
  const way = useRef<HTMLButtonElement>(null);
  // By itself, a dialog focuses the button that closes it.
  useEffect(() => way.current?.focus(), []);
  return (
    <Dialog
      title={title ?? t('discard_title')}
      width={440}
      onClose={onStay}
      footer={
        <>
          <Button ref={way} kind="quiet" size="form" onClick={onStay}>
            {stay ?? t('keep_editing')}
          </Button>
          <Button kind="danger" size="form" className="ms-auto" onClick={onDiscard}>
            {verb ?? t('discard_changes')}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{text ?? t('discard_text')}</p>
    </Dialog>
  );
}
