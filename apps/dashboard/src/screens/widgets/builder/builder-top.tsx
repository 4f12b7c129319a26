import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { Button, IconButton } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { TopBar } from '../../../components/layout/page';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useMedia } from '../../../app/use-media';
import { useBuilder } from './builder-context';
import { CopySettingsDialog } from './dialogs/copy-settings-dialog';
import { EXACTLY } from '../list/exactly';

const ROUTE = '/$account/widgets/$widget';

/** The name of the widget, the tabs, and what publishes or discards the changes. */
export function BuilderTop(): ReactNode {
  const t = useTexts('widgets');
  const { account, widget: id } = useParams({ from: ROUTE });
  const { tab, pane } = useSearch({ from: ROUTE });
  const { widget, canEdit } = useBuilder();
  const narrow = useMedia('(width < 56.25rem)');
  const link = (to: 'settings' | 'preview' | 'embed'): ReactNode => {
    const current = tab === 'embed' ? 'embed' : narrow && pane === 'preview' ? 'preview' : 'settings';
    return (
      <Link
        to={ROUTE}
        params={{ account, widget: id }}
        search={to === 'settings' ? {} : to === 'embed' ? { tab: 'embed' } : { pane: 'preview' }}
        replace
        activeOptions={EXACTLY}
        aria-current={current === to ? 'page' : undefined}
      >
        {t(`tab_${to}`)}
      </Link>
    );
  };
  return (
    <div className="builder-top">
      <TopBar
        title={widget.name}
        crumbs={
          <>
            <Link to="/$account/widgets" params={{ account }} className="crumb">
              {t('widgets')}
            </Link>
            <Icon name="chevron-right" size="small" />
          </>
        }
        tabs={
          <nav className="tabs" aria-label={widget.name}>
            {link('settings')}
            {narrow && link('preview')}
            {link('embed')}
          </nav>
        }
        actions={canEdit ? <Publish /> : <ReadOnly />}
      />
    </div>
  );
}

function Publish(): ReactNode {
  const t = useTexts('widgets');
  const { widget, draft } = useBuilder();
  const { unsaved, saving } = draft;
  const can = unsaved > 0 && draft.name.trim() !== '';
  const publish = async (): Promise<void> => {
    if (!can || saving) return;
    if (await draft.save()) toaster.show({ text: t(widget.active ? 'published_live' : 'published_paused') });
  };
  useShortcuts([{ keys: 'mod+s', run: () => void publish() }]);
  return (
    <>
      <PublishState />
      {unsaved > 0 && (
        <Button kind="quiet" onClick={draft.discard}>
          {t('discard')}
        </Button>
      )}
      <Button
        kind="primary"
        shortcut={SAVE_KEYS}
        busy={saving}
        disabled={!can}
        onClick={() => void publish()}
      >
        {t('publish')}
      </Button>
      <MoreMenu />
    </>
  );
}

/** The number of unsaved changes, or the error of the last attempt. An error of one setting stands at the setting. */
function PublishState(): ReactNode {
  const t = useTexts('widgets');
  const common = useTexts('common');
  const { error, unsaved } = useBuilder().draft;
  if (error && error.field === null)
    return (
      <span className="help bad publish-state" role="alert">
        {error.msg ?? common('network_failed')}
      </span>
    );
  return (
    <span className="help-text publish-state" role="status">
      {unsaved > 0 && (
        <>
          <span className="unsaved-dot" />
          {t('n_unsaved', { count: unsaved })}
        </>
      )}
    </span>
  );
}

function MoreMenu(): ReactNode {
  const t = useTexts('widgets');
  const common = useTexts('common');
  const { widget } = useBuilder();
  const [copying, setCopying] = useState(false);
  return (
    <>
      <Menu
        label={common('actions')}
        trigger={(attributes) => <IconButton icon="more" label={common('actions')} {...attributes} />}
      >
        <MenuItem icon="copy" onSelect={() => setCopying(true)}>
          {t('copy_settings')}
        </MenuItem>
        <MenuItem
          icon="external"
          onSelect={() => void window.open(widget.preview_url, '_blank', 'noreferrer')}
        >
          {t('open_page')}
        </MenuItem>
      </Menu>
      {copying && <CopySettingsDialog onClose={() => setCopying(false)} />}
    </>
  );
}

const SAVE_KEYS = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘S' : 'Ctrl S';

/** Says why nothing can be changed. */
function ReadOnly(): ReactNode {
  const common = useTexts('common');
  const t = useTexts('widgets');
  const { role } = useSession().user;
  return <span className="help-text">{t('read_only', { role: common(`role_${role}`) })}</span>;
}
