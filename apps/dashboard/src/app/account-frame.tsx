import { Outlet, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ApiProvider } from '../api/api';
import { Loading } from '../components/display/states';
import { useTexts } from '../i18n/texts';
import { LiveProvider } from '../live/live-provider';
import { useSession } from '../session/session';
import { MobileBar } from './navigation/mobile-bar';
import { Navigation } from './navigation/navigation';
import { NavigationShortcuts } from './navigation/navigation-shortcuts';
import { NARROW, useMedia } from './use-media';

const BottomBar = lazy(() =>
  import('./navigation/bottom-bar').then(({ BottomBar: component }) => ({ default: component })),
);

/** The frame around the screens of one sub account: navigation, live events, shortcuts. */
export function AccountFrame(): ReactNode {
  const { account } = useParams({ from: '/$account' });
  const t = useTexts('common');
  const narrow = useMedia(NARROW);
  // Shows the sign-in page if the session ended.
  useSession();
  return (
    <ApiProvider key={account} subAccountId={Number(account)}>
      <LiveProvider>
        <a href="#content" className="skip-link">
          {t('skip')}
        </a>
        <div className="frame">
          {narrow ? <MobileBar /> : <Navigation />}
          <main id="content" className="main" tabIndex={-1}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </main>
          {narrow && (
            <Suspense fallback={<div className="bottom-bar" />}>
              <BottomBar />
            </Suspense>
          )}
        </div>
        <NavigationShortcuts />
      </LiveProvider>
    </ApiProvider>
  );
}
