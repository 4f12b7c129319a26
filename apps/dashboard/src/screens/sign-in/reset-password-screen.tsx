import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../api/api-error';
import { appRequest } from '../../api/app-requests';
import { Button } from '../../components/controls/button';
import { TextField } from '../../components/controls/field';
import { Note } from '../../components/display/note';
import { Loading } from '../../components/display/states';
import { useTexts } from '../../i18n/texts';
import { useAddressToken } from './address-token';
import { CodeStep } from './code-step';
import { NewPasswordField } from './new-password-field';
import { SignInLayout } from './sign-in-layout';
import './sign-in.css';

/** Whose password the link sets. */
interface LinkOwner {
  email: string;
  name: string | null;
  /** True if it is the first password. */
  invited: boolean;
}

interface OwnedLink {
  owner: LinkOwner | undefined;
  isLoading: boolean;
  /** True if the link does not work any more. */
  isEnded: boolean;
}

/** Looks up whose link it is. */
function useLinkOwner(token: string): OwnedLink {
  const {
    data: owner,
    error,
    isLoading,
  } = useQuery({
    queryKey: ['password_link', token],
    queryFn: ({ signal }) =>
      appRequest<LinkOwner>('/password/link', { method: 'POST', body: { token }, signal }),
    enabled: token !== '',
    // The link of this person does not change, and it is used up when the password is set.
    staleTime: Infinity,
    retry: false,
  });
  return { owner, isLoading, isEnded: error !== null && shownError(error).code === 'invalid_credentials' };
}

/** Sets a new or first password with the link of a mail and signs in. Asks for a code if the user has two-factor sign-in. */
export function ResetPasswordScreen(): ReactNode {
  const t = useTexts('session');
  const common = useTexts('common');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const token = useAddressToken();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const { owner, isLoading, isEnded } = useLinkOwner(token);
  const send = async (typedCode = code): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await appRequest('/password/reset', {
        method: 'POST',
        body: {
          token,
          password,
          ...(owner?.invited && name !== null ? { name: name.trim() || null } : {}),
          ...(typedCode ? { code: typedCode } : {}),
        },
      });
      queries.clear();
      await navigate({ to: '/' });
    } catch (failure) {
      const { code: problem, msg } = shownError(failure);
      if (problem === 'two_factor_required' && !typedCode) setCode('');
      else setError(msg ?? common('network_failed'));
    } finally {
      setBusy(false);
    }
  };
  if (!token || isEnded) return <DeadLink isEnded={isEnded} />;
  if (isLoading)
    return (
      <SignInLayout title={t('new_password')}>
        <Loading />
      </SignInLayout>
    );
  return (
    <SignInLayout
      title={t(owner?.invited ? 'invited_title' : 'reset_title')}
      text={owner?.invited ? t('invited_text', { host: location.host }) : t('reset_text')}
      onSubmit={() => void send()}
    >
      {code === null ? (
        <>
          {error && <Note tone="bad">{error}</Note>}
          {owner && <OwnerFields owner={owner} name={name} onChange={setName} />}
          <NewPasswordField label={t('new_password')} value={password} onChange={setPassword} />
        </>
      ) : (
        <CodeStep
          code={code}
          error={error}
          onChange={setCode}
          onComplete={(complete) => void send(complete)}
        />
      )}
      <Button kind="primary" size="form" className="wide" type="submit" busy={busy}>
        {t('set_password')}
      </Button>
    </SignInLayout>
  );
}

/** Leads to a new link. */
function DeadLink({ isEnded }: { isEnded: boolean }): ReactNode {
  const t = useTexts('session');
  return (
    <SignInLayout
      title={t(isEnded ? 'link_used' : 'reset_missing')}
      text={t(isEnded ? 'reset_ended_text' : 'reset_missing_text')}
    >
      <Link to="/forgot" className="btn form wide">
        {t('send_link')}
      </Link>
    </SignInLayout>
  );
}

/** The email of the person, which password managers store, and the name of an invited one. */
function OwnerFields({
  owner: { email, invited, name: known },
  name,
  onChange,
}: {
  owner: LinkOwner;
  /** Null until it is typed. */
  name: string | null;
  onChange: (name: string) => void;
}): ReactNode {
  const t = useTexts('session');
  return (
    <>
      <TextField label={t('email')} name="email" autoComplete="username" value={email} readOnly />
      {invited && (
        <TextField
          label={t('your_name')}
          name="name"
          autoComplete="name"
          maxLength={191}
          value={name ?? known ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  );
}
