import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { lazy } from '../../../api/load-code';
import { useShortcuts } from '../../../app/shortcuts';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { Review } from '../model/review-rows';
import { extendTo, NOTHING, toggle, togglePage } from '../model/selection';
import { useInboxModel, useInboxState } from '../use-inbox';
import { Arrived } from './arrived';
import { BATCH_SIZE, type Failure } from '../actions/batch-runner';
import { deleteMany } from '../actions/bulk-actions';
import type { Targets } from '../actions/targets';
import { BulkBar } from './bulk-bar';
import { deleteLater } from '../actions/delete-later';
import type { InboxActions } from '../actions/inbox-actions';
import type { SwipeSide } from './swipe';
import { useSetStatus } from '../actions/use-set-status';
import { useInboxActions } from '../actions/use-inbox-actions';
import { useLiveReviews } from './use-live-reviews';
import { useReviewAddress } from './use-review-address';
import { useSwipe } from './use-swipe';

const EditDialog = lazy(async () => ({ default: (await import('../detail/edit-dialog')).EditDialog }));
const FailuresDialog = lazy(async () => ({ default: (await import('./failures-dialog')).FailuresDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog')).DeleteDialog }));

/** What acts on the list: keys, the bar of the selection, swipes, live events and dialogs. */
export function InboxWork({ isWide, onReady }: { isWide: boolean; onReady: () => void }): ReactNode {
  const actions = useInboxActions();
  const model = useInboxModel();
  const mayWrite = useCan('reviews:write');
  const [editing, setEditing] = useState<Review | null>(null);
  const [failures, setFailures] = useState<readonly Failure<Review>[]>([]);
  const [deleting, setDeleting] = useState<Targets | null>(null);
  useEffect(
    () =>
      actions.attach({
        model,
        openEditor: setEditing,
        showFailures: setFailures,
        askToDelete: (targets) => {
          if (targets.query || targets.count > BATCH_SIZE) setDeleting(targets);
          else deleteLater(actions, targets.loaded);
        },
      }),
    [actions, model],
  );
  useReviewAddress(model, isWide);
  useLiveReviews();
  // The effects of the components below, which register the keys, have run before.
  useEffect(onReady, [onReady]);
  return (
    <>
      <Arrived />
      {mayWrite && <WorkingKeys actions={actions} />}
      {mayWrite && <Swipes actions={actions} />}
      <BulkBar actions={actions} mayWrite={mayWrite} />
      <Suspense>
        {editing && <EditDialog review={editing} onClose={() => setEditing(null)} />}
        {failures.length > 0 && <FailuresDialog failures={failures} onClose={() => setFailures([])} />}
        {deleting && (
          <DeleteDialog
            count={deleting.count}
            onClose={() => setDeleting(null)}
            onDelete={() => {
              setDeleting(null);
              model.select(() => NOTHING);
              void deleteMany(actions, deleting);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function WorkingKeys({ actions }: { actions: InboxActions }): ReactNode {
  const t = useTexts('inbox_detail');
  const model = useInboxModel();
  const { selection } = useInboxState();
  const setStatus = useSetStatus(actions);
  const onCurrent = (run: (id: number) => void): void => {
    const { current } = model.state();
    if (current !== null) run(current);
  };
  const undo = async (): Promise<void> => {
    if (actions.undo.size === 0) toaster.show({ text: t('nothing_to_undo') });
    else await actions.undo.undo();
  };
  useShortcuts([
    { keys: 'a', run: () => setStatus('approved') },
    { keys: 'i', run: () => setStatus('ignored') },
    { keys: 'u', run: () => setStatus('inbox') },
    { keys: 't', run: () => document.querySelector<HTMLElement>('[data-tag-trigger]')?.click() },
    {
      keys: 'e',
      run: () =>
        onCurrent((id) => {
          const review = model.find(id) ?? actions.known(id);
          if (review) actions.openEditor(review);
        }),
    },
    { keys: 'z', run: () => void undo() },
    { keys: 'x', run: () => onCurrent((id) => model.select((before) => toggle(before, id))) },
    {
      keys: 'shift+x',
      run: () => onCurrent((id) => model.select((before, order) => extendTo(before, order, id))),
    },
    { keys: '* a', run: () => model.select(togglePage) },
  ]);
  useShortcuts(selection.ids.size > 0 ? [{ keys: 'escape', run: () => model.select(() => NOTHING) }] : []);
  return null;
}

function Swipes({ actions }: { actions: InboxActions }): ReactNode {
  const t = useTexts('inbox_detail');
  const model = useInboxModel();
  const labelOf = useCallback((side: SwipeSide) => t(side), [t]);
  const act = useCallback(
    (id: number, side: SwipeSide) => {
      const review = model.find(id);
      if (review) actions.setStatus(review, side === 'approve' ? 'approved' : 'ignored');
    },
    [actions, model],
  );
  useSwipe(labelOf, act);
  return null;
}
