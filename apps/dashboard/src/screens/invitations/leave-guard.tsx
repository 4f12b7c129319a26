import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button';
import { Dialog } from '../../components/overlays/dialog';

/** Asks before a page is left on which something would be lost. Another address of the same page asks nothing. */
export function LeaveGuard({
  active,
  title,
  text,
  stay,
  leave,
}: {
  active: boolean;
  title: string;
  text: string;
  stay: string;
  leave: string;
}): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={title}
      onClose={blocker.reset}
      footer={
        <>
          <Button onClick={blocker.reset}>{stay}</Button>
          <Button kind="danger" className="ms-auto" onClick={blocker.proceed}>
            {leave}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
