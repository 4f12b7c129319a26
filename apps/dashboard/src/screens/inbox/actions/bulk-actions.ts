import { shownFault } from '../../../api/api-error';
import { toaster } from '../../../components/overlays/toaster';
import type { Review } from '../model/review-rows';
import { BATCH_SIZE, batchesOf, type BatchOutcome, type Failure, runBatches } from './batch-runner';
import { type BulkChange, changed, isUnchanged, reversalsOf } from './bulk-change';
import type { InboxActions } from './inbox-actions';
import type { Targets } from './targets';

type Verb = 'approved' | 'ignored' | 'inbox' | 'tagged' | 'untagged' | 'deleted';
type Send = (batch: Review[]) => Promise<Failure<Review>[]>;

/** How many deletions are on their way at a time. */
const DELETIONS_AT_ONCE = 5;

/** Gives many reviews a status or a tag, in batches that can be stopped. */
export async function changeMany(actions: InboxActions, targets: Targets, change: BulkChange): Promise<void> {
  const show = (reviews: readonly Review[]): void =>
    'status' in change ? actions.place(reviews) : actions.put(reviews);
  const tagIds = actions.tagIds();
  if (targets.query) actions.model?.hold();
  show(targets.loaded.map((review) => changed(review, change, tagIds)));
  const verb = verbOf(change);
  const outcome = await run(actions, targets, verb, (batch) => sendBatch(actions, batch, change));
  show(notReached(targets, outcome));
  const affected = outcome.done.filter((review) => !isUnchanged(review, change));
  if ('status' in change)
    actions.shiftCounts(
      affected.map(({ status }) => status),
      change.status,
    );
  else await actions.queries.invalidateQueries({ queryKey: actions.api.key('tags') });
  const takeBack = (): Promise<boolean> =>
    actions.takeBack(async () => {
      for (const { reviews, change: reversal } of reversalsOf(affected, change)) {
        const { failed: kept } = await runBatches(
          batchesOf(reviews),
          (batch) => sendBatch(actions, batch, reversal),
          { signal: new AbortController().signal, onProgress: () => {}, reasonOf: actions.reasonOf },
        );
        const refused = new Set(kept.map(({ item }) => item.id));
        const returned = reviews.filter(({ id }) => !refused.has(id));
        show(returned);
        if ('status' in change && 'status' in reversal)
          actions.shiftCounts(
            returned.map(() => change.status),
            reversal.status,
          );
        if (kept[0]) throw new Error(kept[0].msg);
      }
      if (targets.query) await actions.model?.show();
    });
  if (targets.query) await actions.model?.show();
  report(actions, verb, outcome, takeBack);
}

/** Deletes at once what the dialog asked about. */
export async function deleteMany(actions: InboxActions, targets: Targets): Promise<void> {
  if (targets.query) actions.model?.hold();
  actions.model?.remove(targets.loaded.map(({ id }) => id));
  const outcome = await run(actions, targets, 'deleted', (batch) => deleteBatch(actions, batch, false));
  actions.model?.restore(notReached(targets, outcome).map(({ id }) => id));
  actions.shiftCounts(
    outcome.done.map(({ status }) => status),
    null,
  );
  if (targets.query) await actions.model?.show();
  report(actions, 'deleted', outcome, null);
}

/** Deletes a few reviews. `isLeaving` lets the requests outlive the page. */
export async function deleteBatch(
  { api, reasonOf }: InboxActions,
  reviews: readonly Review[],
  isLeaving: boolean,
): Promise<Failure<Review>[]> {
  const failed: Failure<Review>[] = [];
  const one = async (review: Review): Promise<void> => {
    try {
      await api.client.delete('/reviews/delete/{id}', {
        params: { path: { id: review.id } },
        keepalive: isLeaving,
      });
    } catch (error) {
      failed.push({ item: review, msg: reasonOf(error) });
    }
  };
  // A page that closes cannot wait for the first before it sends the next.
  const size = isLeaving ? reviews.length : DELETIONS_AT_ONCE;
  for (let at = 0; at < reviews.length; at += size) await Promise.all(reviews.slice(at, at + size).map(one));
  return failed;
}

/** Says what became of a change of many, with undo and with the reviews that it did not reach. */
export function report(
  actions: InboxActions,
  verb: Verb,
  { done, failed, stopped }: BatchOutcome<Review>,
  takeBack: (() => Promise<boolean>) | null,
): void {
  const { t } = actions;
  const count = done.length;
  if (failed.length === 0 && !stopped) {
    if (takeBack) actions.offerUndo(t(`many_${verb}`, { count }), takeBack);
    else toaster.show({ text: t(`many_${verb}`, { count }) });
    return;
  }
  if (takeBack && count > 0)
    actions.undo.push(() => {
      toaster.close(toastId);
      return takeBack();
    });
  const [first] = failed;
  const toastId = toaster.show({
    kind: 'failed',
    text: t(`many_${verb}`, { count }),
    detail: first ? t('n_failed', { count: failed.length, reason: first.msg }) : t('stopped'),
    ...(first
      ? {
          action: {
            label: t('show_failed', { count: failed.length }),
            run: () => actions.showFailures(failed),
          },
        }
      : {}),
  });
}

async function run(
  actions: InboxActions,
  { loaded, query, count }: Targets,
  verb: Verb,
  send: Send,
): Promise<BatchOutcome<Review>> {
  const { t } = actions;
  const stop = new AbortController();
  const textOf = (done: number): string => t(`running_${verb}`, { done, total: count });
  const toast =
    count > BATCH_SIZE
      ? toaster.show({
          kind: 'busy',
          text: textOf(0),
          detail: t('go_on'),
          action: { label: t('stop'), run: () => stop.abort() },
        })
      : null;
  const outcome = await runBatches(batchesOf(query ? actions.api.client.reviews(query) : loaded), send, {
    signal: stop.signal,
    onProgress: (done) => toast !== null && toaster.update(toast, { text: textOf(done) }),
    reasonOf: actions.reasonOf,
  });
  if (toast !== null) toaster.close(toast);
  return outcome;
}

async function sendBatch(
  { api, t }: InboxActions,
  batch: Review[],
  change: BulkChange,
): Promise<Failure<Review>[]> {
  const { ids, errors } = await api.client.put('/reviews/update_bulk', {
    body: { ids: batch.map(({ id }) => id), ...change },
  });
  const words = new Map(errors.map((error) => [error.index, shownFault(error)]));
  return batch.flatMap((item, at) =>
    ids[at] === null || words.has(at) ? [{ item, msg: words.get(at) ?? t('not_stored') }] : [],
  );
}

/** Returns the loaded reviews that the run refused or did not get to. */
function notReached({ loaded }: Targets, { done }: BatchOutcome<Review>): Review[] {
  const reached = new Set(done.map(({ id }) => id));
  return loaded.filter(({ id }) => !reached.has(id));
}

function verbOf(change: BulkChange): Verb {
  if ('status' in change) return change.status;
  return 'tags_add' in change ? 'tagged' : 'untagged';
}
