import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { appRequest } from '../../../api/app-requests';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Tag } from '../../../components/display/labels';
import { toaster } from '../../../components/overlays/toaster';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { signOut } from '../../../session/sign-out';
import { ConfirmDialog } from '../forms/confirm-dialog';
import { Loaded } from '../parts/loaded';
import { Block } from '../parts/section';
import { browserName } from './browser-name';
import { type OwnSession, sessionsKey, sessionsQuery } from './sessions-query';

/** Where the user is signed in. Each session can be ended, and all of them at once. */
export function SessionsList(): ReactNode {
  const t = useTexts('settings');
  const query = useQuery(sessionsQuery);
  const [ending, setEnding] = useState(false);
  return (
    <Block title={t('sessions')} text={t('sessions_text')}>
      <Loaded query={query}>
        {(sessions) => (
          <ul className="grid">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button kind="danger" size="form" className="mt-3" onClick={() => setEnding(true)}>
        {t('sign_out_everywhere')}
      </Button>
      {ending && (
        <ConfirmDialog
          title={t('sign_out_everywhere_title')}
          verb={t('sign_out_everywhere')}
          onClose={() => setEnding(false)}
          onConfirm={() => signOut('/sessions')}
        >
          <p>{t('sign_out_everywhere_text')}</p>
        </ConfirmDialog>
      )}
    </Block>
  );
}

function SessionRow({ session }: { session: OwnSession }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const queries = useQueryClient();
  const { id, agent, network, host, last_seen_on, created_on, current } = session;
  const { browser, system } = browserName(agent);
  const name =
    browser && system ? t('browser_on', { browser, system }) : (browser ?? system ?? t('unknown_browser'));
  const [ending, setEnding] = useState(false);
  const end = async (): Promise<void> => {
    await appRequest(`/sessions/${id}`, { method: 'DELETE' });
    await queries.invalidateQueries({ queryKey: sessionsKey });
    toaster.show({ text: t('session_ended', { name }) });
  };
  const seen = apiDate(last_seen_on);
  return (
    <li className="flex items-center gap-3 border-b border-line py-2">
      <Icon name={/iPhone|iPad|Android/.test(system ?? '') ? 'phone' : 'desktop'} className="text-text-3" />
      <div className="min-w-0 grow">
        <p className="flex items-center gap-2">
          <b className="truncate font-medium" title={agent}>
            {name}
          </b>
          {current && <Tag>{t('this_one')}</Tag>}
        </p>
        <p className="help-text" title={t('signed_in_on', { time: formats.moment(apiDate(created_on)) })}>
          {t('session_facts', { host, network, time: formats.age(seen) })}
        </p>
      </div>
      {!current && (
        <Button size="small" aria-label={t('end_session_of', { name })} onClick={() => setEnding(true)}>
          {t('end_session')}
        </Button>
      )}
      {ending && (
        <ConfirmDialog
          title={t('end_session_title', { name })}
          verb={t('end_session_verb')}
          onClose={() => setEnding(false)}
          onConfirm={end}
        >
          <p>{t('end_session_text')}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
