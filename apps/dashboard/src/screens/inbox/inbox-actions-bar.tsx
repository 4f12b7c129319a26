import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../api/load-code';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../../api/api';
import { Button } from '../../components/controls/button';
import { Icon } from '../../components/display/icon';
import { Menu, MenuItem } from '../../components/overlays/menu';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { withParam } from './filters/filters';
import { useInboxSearch } from './use-inbox';

const SavedViews = lazy(async () => ({ default: (await import('./filters/saved-views')).SavedViews }));

/** The buttons at the top right: saved views, and the ways to add reviews. */
export function InboxTopActions(): ReactNode {
  const t = useTexts('inbox');
  const { subAccountId } = useApi();
  const navigate = useNavigate();
  const [, change] = useInboxSearch();
  const mayWrite = useCan('reviews:write');
  const toImport = (): void =>
    void navigate({ to: '/$account/inbox/import', params: { account: String(subAccountId) } });
  return (
    <>
      <Menu
        label={t('saved_views')}
        role="dialog"
        trigger={(attributes) => (
          <Button {...attributes} kind="quiet">
            {t('saved_views')}
            <Icon name="chevron-down" size="small" />
          </Button>
        )}
      >
        <Suspense>
          <SavedViews />
        </Suspense>
      </Menu>
      {mayWrite && (
        <Menu
          label={t('add_reviews')}
          trigger={(attributes) => (
            <Button {...attributes} icon="add" aria-label={t('add_reviews')}>
              <span className="inbox-wide-only">{t('add_reviews')}</span>
            </Button>
          )}
        >
          <MenuItem icon="edit" onSelect={() => change((search) => withParam(search, 'add', '1'))}>
            {t('add_by_hand')}
          </MenuItem>
          <MenuItem icon="upload" onSelect={toImport}>
            {t('add_csv')}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
