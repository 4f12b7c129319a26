import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { Dialog } from '../../../components/overlays/dialog';
import { useTexts } from '../../../i18n/texts';

/** Asks before more reviews are deleted than an undo could bring back. */
export function DeleteDialog({
  count,
  onClose,
  onDelete,
}: {
  count: number;
  onClose: () => void;
  onDelete: () => void;
}): ReactNode {
  const t = useTexts('inbox_detail');
  return (
    <Dialog
      title={t('delete_title', { count })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {t('keep_reviews', { count })}
          </Button>
          <Button kind="danger" className="ms-auto" onClick={onDelete}>
            {t('delete_n', { count })}
          </Button>
        </>
      }
    >
      <p>{t('delete_text')}</p>
    </Dialog>
  );
}
