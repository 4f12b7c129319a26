import {
  type ErrorComponentProps,
  Link,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { isPassing } from '../api/api-error';
import { Button } from '../components/controls/button';
import { Icon } from '../components/display/icon';
import { LoadError } from '../components/display/states';
import { useTexts } from '../i18n/texts';
import { SignedOutError } from '../session/session';
import { signOut } from '../session/sign-out';

const RELOAD_MS = 10_000;

/** The page of an address that does not exist. `part` is true if the page around it has its own title. */
export function PageMissing({ part = false }: { part?: boolean }): ReactNode {
  const t = useTexts('common');
  const { account } = useParams({ strict: false });
  return (
    <Missing title={t('page_missing')} text={t('page_missing_text')} heading={part ? 'h2' : 'h1'}>
      <Link to="/$account" params={{ account: account ?? '' }} className="btn">
        {t('to_overview')}
      </Link>
    </Missing>
  );
}

/** The page of a sub account that does not exist, or that the user may not enter. */
export function AccountMissing(): ReactNode {
  const t = useTexts('common');
  return (
    <Missing title={t('account_missing')} text={t('account_missing_text')}>
      <Link to="/" className="btn">
        {t('to_overview')}
      </Link>
    </Missing>
  );
}

/** The page of a user whose sub accounts were all taken away. */
export function NothingToEnter(): ReactNode {
  const t = useTexts('common');
  return (
    <main className="h-full min-h-80">
      <Missing title={t('nothing_to_enter')} text={t('nothing_to_enter_text')}>
        <Button icon="lock" onClick={() => void signOut('/session')}>
          {t('sign_out')}
        </Button>
      </Missing>
    </main>
  );
}

function Missing({
  title,
  text,
  heading: Heading = 'h1',
  children,
}: {
  title: string;
  text: string;
  heading?: 'h1' | 'h2';
  children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Plaudit`;
  }, [title]);
  return (
    <div className="empty">
      <Icon name="search" size="large" />
      <Heading className="text-14 font-semibold" tabIndex={-1}>
        {title}
      </Heading>
      <p className="text-text-2">{text}</p>
      {children}
    </div>
  );
}

/** The page of an error. A session that ended leads to the sign-in page, which leads back. */
export function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  const signedOut = error instanceof SignedOutError;
  const navigate = useNavigate();
  const router = useRouter();
  const next = useRouterState({ select: ({ location }) => location.href });
  const isShort = !signedOut && isPassing(error);
  useEffect(() => {
    if (signedOut) void navigate({ to: '/sign-in', search: { next } });
  }, [signedOut, navigate, next]);
  // What may be over soon is loaded again without a click.
  useEffect(() => {
    if (!isShort) return undefined;
    const timer = setInterval(() => void router.invalidate().then(reset), RELOAD_MS);
    return () => clearInterval(timer);
  }, [isShort, router, reset]);
  if (signedOut) return null;
  return (
    <main className="h-full min-h-80">
      <LoadError error={error} retry={() => void router.invalidate().then(reset)} />
    </main>
  );
}
