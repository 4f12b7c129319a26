import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { appRequest } from '../../api/app-requests';
import { Button } from '../../components/controls/button';
import { Note } from '../../components/display/note';
import { useTexts } from '../../i18n/texts';
import { sessionQuery } from '../../session/session';
import { useAddressToken } from './address-token';
import { SignInLayout } from './sign-in-layout';
import './sign-in.css';

/** Signs in with a one-time link, after a click: mail scanners and previews open links, too, and would use it up. */
export function OneTimeLinkScreen(): ReactNode {
  const t = useTexts('session');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const token = useAddressToken();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { data: session } = useQuery(sessionQuery);
  const use = async (): Promise<void> => {
    setBusy(true);
    try {
      await appRequest('/session/once', { method: 'POST', body: { token } });
      queries.clear();
      await navigate({ to: '/' });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (failure || !token) {
    const { msg } = shownError(failure);
    return (
      <SignInLayout title={t('link_used')} text={msg ?? t('link_used_text')}>
        <Link to="/sign-in" search={{}} className="btn form wide">
          {t('go_to_sign_in')}
        </Link>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title={t('link_title')} text={t('link_text')} onSubmit={() => void use()}>
      {session && <Note tone="warn">{t('link_other', { email: session.user.email })}</Note>}
      <Button kind="primary" size="form" className="wide" type="submit" busy={busy}>
        {t('link_continue')}
      </Button>
    </SignInLayout>
  );
}
