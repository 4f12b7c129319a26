import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import { TagMenu } from '../tags/tag-menu';
import { tabOf } from '../filters/filters';
import { NOTHING } from '../model/selection';
import { useInboxModel, useInboxSearch, useInboxState } from '../use-inbox';
import type { InboxActions } from '../actions/inbox-actions';
import { useSetStatus } from '../actions/use-set-status';
import { selectedTargets } from '../actions/targets';

/** The bar of the selection below the list, and the line above it that offers all reviews that match. */
export function BulkBar({ actions, mayWrite }: { actions: InboxActions; mayWrite: boolean }): ReactNode {
  const { selection } = useInboxState();
  if (selection.ids.size === 0) return null;
  const bar = document.getElementById('inbox-bulk');
  const line = document.getElementById('inbox-selection');
  return (
    <>
      {line && createPortal(<SelectionLine />, line)}
      {bar && mayWrite && createPortal(<Bar actions={actions} />, bar)}
    </>
  );
}

function SelectionLine(): ReactNode {
  const t = useTexts('inbox_detail');
  const model = useInboxModel();
  const { selection, ids, count, hasMore } = useInboxState();
  const isPage = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  if (!isPage || !hasMore) return null;
  return (
    <p className="selection-line" role="status">
      {selection.allMatching ? t('all_selected', { count }) : t('page_selected', { count: ids.length })}{' '}
      <button
        type="button"
        className="text-button"
        onClick={() => model.select((before) => ({ ...before, allMatching: !before.allMatching }))}
      >
        {selection.allMatching ? t('select_page_only', { count: ids.length }) : t('select_all', { count })}
      </button>
    </p>
  );
}

function Bar({ actions }: { actions: InboxActions }): ReactNode {
  const t = useTexts('inbox_detail');
  const model = useInboxModel();
  const [search] = useInboxSearch();
  const { selection, count: matching } = useInboxState();
  const setStatus = useSetStatus(actions);
  const tab = tabOf(search);
  const count = selection.allMatching ? matching : selection.ids.size;
  const remove = (): void => {
    const targets = selectedTargets(model, search);
    if (!targets) return;
    model.select(() => NOTHING);
    actions.askToDelete(targets);
  };
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('bulk')} data-acts-on-current="">
      <b role="status">{t('n_selected', { count })}</b>
      {tab !== 'approved' && (
        <Button kind="primary" shortcut="A" onClick={() => setStatus('approved')}>
          {t('approve')}
        </Button>
      )}
      {tab !== 'ignored' && (
        <Button shortcut="I" onClick={() => setStatus('ignored')}>
          {t('ignore')}
        </Button>
      )}
      {tab !== 'inbox' && (
        <Button shortcut="U" onClick={() => setStatus('inbox')}>
          {t('to_waiting')}
        </Button>
      )}
      <TagMenu targets={() => selectedTargets(model, search)} />
      <IconButton icon="trash" label={t('delete_n', { count })} onClick={remove} />
      <IconButton icon="close" label={t('clear_selection')} onClick={() => model.select(() => NOTHING)} />
    </div>
  );
}
