import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { IconButton } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { LoadError } from '../../../components/display/states';
import { useCloseMenu } from '../../../components/overlays/menu';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { parseInboxSearch } from '../inbox-search';
import { deleteView, savedViews } from '../detail-requests';
import { useInboxSearch } from '../use-inbox';
import { searchOfView } from './chips';

/** The filters that people of this sub account saved under a name. */
export function SavedViews(): ReactNode {
  const t = useTexts('inbox_detail');
  const api = useApi();
  const queries = useQueryClient();
  const [, change] = useInboxSearch();
  const close = useCloseMenu();
  const mayWrite = useCan('reviews:write');
  const views = useQuery({
    queryKey: api.key('reviews', 'views'),
    queryFn: ({ signal }) => savedViews(api.client, signal),
  });
  const remove = async (id: number): Promise<void> => {
    try {
      await deleteView(api.client, id);
    } catch (error) {
      toaster.show({ kind: 'failed', text: t('view_not_deleted'), detail: shownError(error).msg });
    }
    await queries.invalidateQueries({ queryKey: api.key('reviews', 'views') });
  };
  if (views.isPending) return <p className="menu-heading">{t('loading_views')}</p>;
  if (views.isError)
    return <LoadError error={views.error} title={t('views_failed')} retry={() => void views.refetch()} />;
  if (views.data.length === 0) return <p className="menu-heading max-w-60">{t('no_views')}</p>;
  return views.data.map(({ id, name, filters }) => (
    <div key={id} className="view-entry">
      <button
        type="button"
        className="menu-item"
        onClick={() => {
          close();
          change(() => parseInboxSearch(searchOfView(filters)));
        }}
      >
        <Icon name="inbox" />
        <span className="truncate">{name}</span>
      </button>
      {mayWrite && (
        <IconButton icon="trash" label={t('delete_view', { name })} onClick={() => void remove(id)} />
      )}
    </div>
  ));
}
