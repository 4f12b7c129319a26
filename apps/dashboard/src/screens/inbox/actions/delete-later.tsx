import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import type { Review } from '../model/review-rows';
import { runBatches, batchesOf } from './batch-runner';
import { deleteBatch, report } from './bulk-actions';
import { commitAll, DelayedCommit } from './delayed-commit';
import type { InboxActions } from './inbox-actions';

const DELAY_MS = 8_000;

addEventListener('pagehide', commitAll);

/** Takes reviews out of the list, and deletes them when the message about that goes. */
export function deleteLater(actions: InboxActions, reviews: readonly Review[]): void {
  const ids = reviews.map(({ id }) => id);
  const from = reviews.map(({ status }) => status);
  actions.model?.remove(ids);
  const commit = new DelayedCommit(
    (isLeaving) => send(actions, reviews, isLeaving),
    () => {
      actions.model?.restore(ids);
      void actions.queries.invalidateQueries({ queryKey: actions.api.key('reviews', 'counts') });
    },
  );
  const undoId = actions.undo.push(() => {
    const isKept = commit.keep();
    toaster.close(toastId);
    return Promise.resolve(isKept);
  });
  const toastId = toaster.show({
    text: <DeletionCountdown count={reviews.length} />,
    detail: actions.t('only_waiting_action'),
    life: DELAY_MS,
    action: {
      label: actions.t('keep_reviews', { count: reviews.length }),
      shortcut: 'Z',
      run: () => void actions.undo.undo(undoId),
    },
    onGone: () => {
      actions.undo.forget(undoId);
      return commit.commit();
    },
  });
  actions.shiftCounts(from, null);
}

async function send(actions: InboxActions, reviews: readonly Review[], isLeaving: boolean): Promise<void> {
  const outcome = await runBatches(batchesOf(reviews), (batch) => deleteBatch(actions, batch, isLeaving), {
    signal: new AbortController().signal,
    onProgress: () => {},
    reasonOf: actions.reasonOf,
  });
  if (outcome.failed.length === 0) return;
  actions.model?.restore(outcome.failed.map(({ item }) => item.id));
  await actions.queries.invalidateQueries({ queryKey: actions.api.key('reviews', 'counts') });
  report(actions, 'deleted', outcome, null);
}

/** Counts the seconds of the message down. The message stops while it has the pointer or the focus, and so does this. */
function DeletionCountdown({ count }: { count: number }): ReactNode {
  const t = useTexts('inbox_detail');
  const [seconds, setSeconds] = useState(DELAY_MS / 1000);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const isHeld = text.current?.closest('.toast.is-held');
      setSeconds((left) => (isHeld ? DELAY_MS / 1000 : Math.max(1, left - 1)));
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span ref={text} aria-hidden="true">
        {t('deleting', { count, seconds })}
      </span>
      <span className="sr-only">{t('deleting', { count, seconds: DELAY_MS / 1000 })}</span>
    </>
  );
}
