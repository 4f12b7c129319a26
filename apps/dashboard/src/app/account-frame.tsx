import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { lazy } from '../api/load-code';
import { apiOf, ApiProvider } from '../api/api';
import { isMissing, shownError } from '../api/api-error';
import { Loading } from '../components/display/states';
import { toaster } from '../components/overlays/toaster';
import { useTexts } from '../i18n/texts';
import { LiveProvider } from '../live/live-provider';
import { useSession } from '../session/session';
import { useSessionWatch } from '../session/session-watch';
import { MobileBar } from './navigation/mobile-bar';
import { Navigation } from './navigation/navigation';
import { NavigationShortcuts } from './navigation/navigation-shortcuts';
import { waitingReviewsQuery } from './navigation/waiting';
import { OutageBanner } from './outage-banner';
import { AccountMissing, NothingToEnter } from './page-states';
import { isId } from './search-params';
import { NARROW, useMedia } from './use-media';

const BottomBar = lazy(() =>
  import('./navigation/bottom-bar').then(({ BottomBar: component }) => ({ default: component })),
);

/** The sub account of the address, whose frame is around its screens. An unknown one is shown in the frame of the user's own. */
export function AccountFrame(): ReactNode {
  const { account } = useParams({ from: '/$account' });
  // Shows the sign-in page if the session ended.
  const { sub_account_id: own } = useSession();
  useSessionWatch();
  const isKnown = useIsEnterable(account);
  if (isKnown) {
    return (
      <Frame key={account} subAccountId={Number(account)}>
        <Outlet />
      </Frame>
    );
  }
  if (own === null) return <NothingToEnter />;
  return (
    <Frame key={own} subAccountId={own}>
      <AccountMissing />
    </Frame>
  );
}

/** Returns true if the user may enter the sub account. It shares the request of the navigation. */
function useIsEnterable(account: string): boolean {
  const mayExist = isId(account);
  const api = useMemo(() => apiOf(Number(account)), [account]);
  const { error } = useQuery({ ...waitingReviewsQuery(api), enabled: mayExist });
  return mayExist && !(isMissing(error) && shownError(error).field === 'X-Sub-Account');
}

/** The frame of one sub account: navigation, live events, shortcuts. */
function Frame({ subAccountId, children }: { subAccountId: number; children: ReactNode }): ReactNode {
  const t = useTexts('common');
  const narrow = useMedia(NARROW);
  // The messages of a sub account would act there while another one is on the screen.
  useEffect(() => () => void toaster.clear(), []);
  return (
    <ApiProvider subAccountId={subAccountId}>
      <LiveProvider>
        <a href="#content" className="skip-link">
          {t('skip')}
        </a>
        <div className="frame">
          <OutageBanner />
          {narrow ? <MobileBar /> : <Navigation />}
          <main id="content" className="main" tabIndex={-1}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
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
