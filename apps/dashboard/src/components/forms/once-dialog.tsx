import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../controls/button';
import { Dialog } from '../overlays/dialog';
import { DiscardDialog } from './discard-dialog';

/** A dialog with something that is shown only once. Its button closes it. Every other way out asks first. */
export function OnceDialog({
  title,
  width,
  verb,
  note,
  onClose,
  children,
}: {
  title: string;
  /** In px. */
  width: number;
  /** Says that a person has stored what is shown. */
  verb: string;
  /** Stands beside the button. */
  note?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('forms');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Dialog
        title={title}
        width={width}
        onClose={() => setAsking(true)}
        footer={
          <>
            {note}
            <Button kind="primary" size="form" className="ms-auto" onClick={onClose}>
              {verb}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      {isAsking && (
        <DiscardDialog
          title={t('once_title')}
          text={t('once_text')}
          stay={t('once_stay')}
          verb={t('once_close')}
          onStay={() => setAsking(false)}
          onDiscard={onClose}
        />
      )}
    </>
  );
}
