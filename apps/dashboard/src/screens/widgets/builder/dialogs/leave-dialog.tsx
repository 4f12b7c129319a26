import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/controls/button';
import { Dialog } from '../../../../components/overlays/dialog';
import { useTexts } from '../../../../i18n/texts';
import { useBuilder } from '../builder-context';

/** Asks before unsaved changes are lost, whether the page or the whole browser tab is left. */
export function LeaveGuard(): ReactNode {
  const t = useTexts('widgets');
  const { draft, widget } = useBuilder();
  const dirty = draft.unsaved > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const saveAndLeave = (): void =>
    void draft.save().then((saved) => (saved ? blocker.proceed() : blocker.reset()));
  return (
    <Dialog
      title={t('leave_title', { count: draft.unsaved })}
      width={460}
      onClose={blocker.reset}
      footer={
        <>
          <Button kind="quiet" size="form" onClick={blocker.reset}>
            {t('leave_stay')}
          </Button>
          <Button kind="danger" size="form" className="ms-auto" onClick={blocker.proceed}>
            {t('leave_discard')}
          </Button>
          <Button kind="primary" size="form" busy={draft.saving} onClick={saveAndLeave}>
            {t('publish')}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{t('leave_text', { name: widget.name })}</p>
    </Dialog>
  );
}
