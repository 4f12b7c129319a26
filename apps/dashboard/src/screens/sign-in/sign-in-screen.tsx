import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { pageAfterSignIn } from '../../session/page-after-sign-in';
import { sessionQuery } from '../../session/session';
import { SignInForm } from './sign-in-form';

/** Signs a person in and opens the page that asked for it. */
export function SignInScreen(): ReactNode {
  const t = useTexts('session');
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <SignInForm
      text={t('to_host', { host: location.host })}
      onDone={async () => {
        queries.clear();
        await queries.fetchQuery(sessionQuery);
        await navigate({ href: pageAfterSignIn(next) });
      }}
    />
  );
}
