import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { DiscardDialog } from './discard-dialog';

/**
 * Asks before a page is left on which something would be lost. Another address of the same page asks nothing. The browser asks
 * in its own words before the tab is closed. The texts that are left out are those of a form.
 */
export function LeaveGuard({
  active,
  ...texts
}: {
  active: boolean;
  title?: string;
  text?: string;
  stay?: string;
  verb?: string;
}): ReactNode {
  // Loads the texts with the page, so that the question appears at once.
  useTexts('forms');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return <DiscardDialog {...texts} onStay={blocker.reset} onDiscard={blocker.proceed} />;
}
