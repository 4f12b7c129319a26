import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button';
import { Dialog } from '../../components/overlays/dialog';
import { useTexts } from '../../i18n/texts';

/** Asks before an import is left that is not finished. */
export function LeaveGuard({
  isActive,
  isImporting,
}: {
  isActive: boolean;
  isImporting: boolean;
}): ReactNode {
  const t = useTexts('import');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isActive && current.pathname !== next.pathname,
    enableBeforeUnload: isActive,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={t('leave_title')}
      onClose={blocker.reset}
      footer={
        <>
          <Button onClick={blocker.reset}>{t('leave_stay')}</Button>
          <Button kind="danger" className="ms-auto" onClick={blocker.proceed}>
            {t('leave_verb')}
          </Button>
        </>
      }
    >
      <p>{t(isImporting ? 'leave_importing' : 'leave_text')}</p>
    </Dialog>
  );
}
