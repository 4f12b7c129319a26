import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isMissing } from '../../api/api-error';
import { Loading, LoadError } from '../../components/display/states';
import { useTexts } from '../../i18n/texts';
import { type Session, sessionQuery } from '../../session/session';
import { SignInForm } from '../sign-in/sign-in-form';
import { SignInLayout } from '../sign-in/sign-in-layout';
import { authorizeQuery } from './authorize-request';
import { ConsentForm } from './consent-form';
import { isolated } from './consent-rules';
import { Refusal } from './refusal';
import type { DecisionProps, Outcome } from './use-decision';

/** Asks a user whether an app may use the API in their name. A person without a session signs in on the same page. */
export function AuthorizeScreen(): ReactNode {
  const t = useTexts('apps');
  const { uid } = useParams({ from: '/authorize/$uid' });
  const queries = useQueryClient();
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const [hasOtherUser, setOtherUser] = useState(false);
  const loadSession = async (): Promise<void> =>
    void (await queries.fetchQuery({ ...sessionQuery, staleTime: 0 }));
  const onOtherUser = async (): Promise<void> => {
    setOtherUser(true);
    await loadSession();
    await queries.invalidateQueries({ queryKey: ['authorize', uid] });
  };
  if (session === undefined) return <Waiting error={error} retry={() => void refetch()} />;
  if (session === null) {
    return <SignInForm text={t('sign_in_for', { host: location.host })} onDone={loadSession} />;
  }
  const switched = { hasOtherUser, onOtherUser };
  return <Decision key={session.user.id} uid={uid} session={session} {...switched} />;
}

function Decision({
  uid,
  session,
  ...switched
}: { uid: string; session: Session } & Pick<DecisionProps, 'hasOtherUser' | 'onOtherUser'>): ReactNode {
  const t = useTexts('apps');
  const query = useQuery({
    ...authorizeQuery(uid, session.user.id),
    enabled: !session.must_set_up_two_factor,
  });
  const [outcome, setOutcome] = useState<Outcome | 'gone' | null>(null);
  const { data, error, status } = query;
  // What took the place of the last state is read out, and the next Tab begins there.
  useEffect(() => document.querySelector('h1')?.focus(), [status, outcome]);
  if (session.must_set_up_two_factor) {
    return (
      <SignInLayout title={t('two_factor_title')} text={t('two_factor_text')}>
        <Link to="/" className="btn form wide">
          {t('to_two_factor')}
        </Link>
      </SignInLayout>
    );
  }
  if (outcome === 'gone' || isMissing(error))
    return <SignInLayout title={t('gone_title')} text={t('gone_text')} />;
  if (!data) return <Waiting error={error} retry={() => void query.refetch()} />;
  if (outcome)
    return (
      <SignInLayout title={t('back_title', { name: isolated(data.app.name) })} text={t(`back_${outcome}`)} />
    );
  const decided = { uid, request: data, ...switched, onDone: setOutcome, onGone: () => setOutcome('gone') };
  return data.policy.allowed ? <ConsentForm key={data.user.id} {...decided} /> : <Refusal {...decided} />;
}

/** What is there before the data: nothing yet, or why it did not load. */
function Waiting({ error, retry }: { error: unknown; retry: () => void }): ReactNode {
  const t = useTexts('apps');
  return (
    <SignInLayout title={t('page_title')}>
      {error ? <LoadError error={error} retry={retry} /> : <Loading />}
    </SignInLayout>
  );
}
