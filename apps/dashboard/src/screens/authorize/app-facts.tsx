import type { ReactNode } from 'react';
import { appRequest } from '../../api/app-requests';
import { Button } from '../../components/controls/button';
import { Note } from '../../components/display/note';
import { useTexts } from '../../i18n/texts';
import type { AuthorizeRequest } from './authorize-request';
import { destinationOf } from './consent-rules';

/** Who asks, where the browser goes after the decision, and who decides. */
export function AppFacts({ request: { app, user, companies } }: { request: AuthorizeRequest }): ReactNode {
  const t = useTexts('apps');
  const destination = destinationOf(app.redirect_host);
  // The page then shows the form of sign-in.
  const signOut = async (): Promise<void> => {
    await appRequest('/session', { method: 'DELETE' });
    location.reload();
  };
  return (
    <>
      <Caution app={app} />
      <dl className="consent-facts">
        {app.registered === 'document' && (
          <>
            <dt>{t('published_at')}</dt>
            <dd className="font-medium">{app.host}</dd>
          </>
        )}
        <dt>{t('goes_to')}</dt>
        <dd className="font-medium">
          {destination.kind === 'site'
            ? destination.host
            : destination.kind === 'computer'
              ? t('goes_to_computer', { host: app.redirect_host })
              : t('goes_to_installed', { scheme: app.redirect_host })}
        </dd>
        <dt>{t('company')}</dt>
        <dd>{companies.map(({ company_name }) => company_name).join(', ')}</dd>
        <dt>{t('you_are')}</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <span>
            {user.name && `${user.name}, `}
            {user.email}
          </span>
          <Button kind="quiet" size="small" onClick={() => void signOut()}>
            {t('not_you')}
          </Button>
        </dd>
      </dl>
    </>
  );
}

/** What is known about the app. Its name proves nothing. */
function Caution({ app }: { app: AuthorizeRequest['app'] }): ReactNode {
  const t = useTexts('apps');
  if (app.registered === 'operator') return <Note tone="info">{t('registered_by_operator')}</Note>;
  return (
    <Note tone="warn">
      {app.registered === 'document' ? t('unverified_document', { host: app.host }) : t('unverified')}
    </Note>
  );
}
