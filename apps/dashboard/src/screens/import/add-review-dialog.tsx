import type { ReactNode } from 'react';
import { Dialog } from '../../components/overlays/dialog';
import { useTexts } from '../../i18n/texts';

/** Adds one review by hand. */
export function AddReviewDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('inbox');
  return (
    <Dialog title={t('add_reviews')} onClose={onClose}>
      {null}
    </Dialog>
  );
}
