import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Toasts } from '../components/overlays/toasts';
import { ObstacleDialogs } from '../session/obstacle-dialogs';
import { useErrorWords } from './use-error-words';

/** What every page has. */
export function Root(): ReactNode {
  useErrorWords();
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <Suspense>
        <ObstacleDialogs />
        <Toasts />
      </Suspense>
    </>
  );
}
