import { Link, Navigate, Outlet, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMedia } from '../../app/use-media';
import { Icon } from '../../components/display/icon';
import { Content, TopBar } from '../../components/layout/page';
import { useTexts } from '../../i18n/texts';
import { useSession } from '../../session/session';
import { closedTo, isSection, SECTION_GROUPS, type SectionGroup } from './sections';
import './settings.css';

/** Below this width the list of sections is a page of its own. */
const ONE_PANE = '(width < 56.25rem)';

/** The settings: their sections at the side, and the one of the address beside them. */
export function SettingsFrame(): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const { account, section } = useParams({ strict: false });
  const onePane = useMedia(ONE_PANE);
  const params = { account: account ?? '' };
  if (section === undefined) {
    if (!onePane)
      return (
        <Navigate
          to="/$account/settings/$section"
          params={{ ...params, section: 'general' }}
          search={{}}
          replace
        />
      );
    return (
      <>
        <TopBar title={t('settings')} />
        <Content className="settings-list">
          <SectionList account={params.account} />
        </Content>
      </>
    );
  }
  const title = isSection(section) ? t(section) : t('settings');
  const back = (
    <Link
      to="/$account/settings"
      params={params}
      className="btn quiet is-icon"
      aria-label={common('back')}
      title={common('back')}
    >
      <Icon name="back" />
    </Link>
  );
  return (
    <>
      <TopBar title={onePane ? title : t('settings')} crumbs={onePane ? back : undefined} />
      <div className="settings">
        {!onePane && <SectionList account={params.account} />}
        <div className="settings-main in-order">
          <Outlet />
        </div>
      </div>
    </>
  );
}

function SectionList({ account }: { account: string }): ReactNode {
  const t = useTexts('settings');
  const session = useSession();
  const groups = Object.keys(SECTION_GROUPS) as SectionGroup[];
  return (
    <nav className="settings-nav" aria-label={t('settings')}>
      {groups.map((group) => (
        <section key={group}>
          <p className="help-text" id={`settings-${group}`}>
            {t(`group_${group}`)}
          </p>
          <ul aria-labelledby={`settings-${group}`}>
            {SECTION_GROUPS[group]
              .filter((section) => closedTo(section, session) === null)
              .map((section) => (
                <li key={section}>
                  <Link
                    to="/$account/settings/$section"
                    params={{ account, section }}
                    search={{}}
                    activeOptions={{ includeSearch: false }}
                  >
                    {t(section)}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
