import { type ErrorComponentProps, Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Empty, LoadError } from '../components/display/states';
import { useTexts } from '../i18n/texts';
import { SignedOutError } from '../session/session';

/** The page of an address that does not exist. */
export function PageMissing(): ReactNode {
  const t = useTexts('common');
  return (
    <main className="h-full min-h-80">
      <Empty
        icon="search"
        title={t('page_missing')}
        action={
          <Link to="/" className="btn">
            {t('to_overview')}
          </Link>
        }
      >
        {t('page_missing_text')}
      </Empty>
    </main>
  );
}

/** The page of an error. A session that ended leads to the sign-in page, which leads back. */
export function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  const signedOut = error instanceof SignedOutError;
  const navigate = useNavigate();
  const next = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => {
    if (signedOut) void navigate({ to: '/sign-in', search: { next } });
  }, [signedOut, navigate, next]);
  if (signedOut) return null;
  return (
    <main className="h-full min-h-80">
      <LoadError error={error} retry={reset} />
    </main>
  );
}
