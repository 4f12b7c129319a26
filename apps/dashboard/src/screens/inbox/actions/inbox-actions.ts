import type { Schema } from '@plaudit/client';
import type { QueryClient } from '@tanstack/react-query';
import { shownError } from '../../../api/api-error';
import type { Api } from '../../../api/api';
import { toaster } from '../../../components/overlays/toaster';
import type { Translate } from '../../../i18n/texts';
import type { ReviewStatus } from '../filters/filters';
import type { InboxModel } from '../model/inbox-model';
import type { Review } from '../model/review-rows';
import type { ShowingWidget } from '../detail-requests';
import type { ReviewCounts } from '../list-requests';
import type { Failure } from './batch-runner';
import type { Targets } from './targets';
import { shifted } from './counts';
import { type TakeBack, UndoStack } from './undo-stack';

/** The fields of a review that people edit. */
export interface ReviewEdit {
  text?: string;
  from_name?: string;
  posted_on?: string;
  rating_value?: number | null;
  rating_scale?: number;
  post_url?: string | null;
}

/** The parts of the screen that changes need. */
export interface InboxScreen {
  model: InboxModel;
  /** Shows a list of reviews that a change did not reach. */
  showFailures: (failures: readonly Failure<Review>[]) => void;
  openEditor: (review: Review) => void;
  /** Deletes reviews after the time to take that back, or asks first if they are many. */
  askToDelete: (targets: Targets) => void;
}

const UNDO_LIFE_MS = 10_000;

/**
 * Changes reviews. A change is on the screen at once and is sent at the same time. If the server refuses it, the screen goes
 * back and says why. The object outlives the screen, so that a change can still be taken back after a visit to another one.
 */
export class InboxActions {
  readonly undo = new UndoStack();
  /** How many changes the server has not answered yet. */
  sending = 0;
  /** The inbox on the screen, if it is open. */
  model: InboxModel | null = null;
  showFailures: InboxScreen['showFailures'] = () => {};
  openEditor: InboxScreen['openEditor'] = () => {};
  askToDelete: InboxScreen['askToDelete'] = () => {};

  constructor(
    readonly api: Api,
    readonly queries: QueryClient,
    public t: Translate<'inbox_detail'>,
  ) {}

  /** Connects the screen of the inbox. Returns the function that ends this. */
  attach({ model, showFailures, openEditor, askToDelete }: InboxScreen): () => void {
    this.model = model;
    this.showFailures = showFailures;
    this.openEditor = openEditor;
    this.askToDelete = askToDelete;
    return () => {
      this.model = null;
    };
  }

  /** Uses the texts of another language from now on. */
  translateWith(t: Translate<'inbox_detail'>): void {
    this.t = t;
  }

  setStatus(review: Review, status: ReviewStatus): void {
    if (review.status === status) return;
    const after = { ...review, status };
    const move = (to: Review): void => {
      this.place([to]);
      this.shiftCounts([to === after ? review.status : status], to.status);
    };
    move(after);
    this.send(
      review,
      { status },
      {
        done: this.doneText(review.id, status),
        failed: this.t(`failed_${status}`),
        back: () => move(review),
        again: () => this.setStatus(review, status),
        reverse: { status: review.status },
      },
    );
  }

  setTags(review: Review, tags: Review['tags']): void {
    const put = (shown: Review): void => this.put([shown]);
    put({ ...review, tags });
    this.send(
      review,
      { tags: tags.map(({ name }) => name) },
      {
        done: this.t('tags_saved'),
        failed: this.t('failed_tags'),
        back: () => put(review),
        again: () => this.setTags(review, tags),
        reverse: { tags: review.tags.map(({ name }) => name) },
      },
    );
  }

  /** Shows a review that was edited, and offers to take that back. */
  edited(before: Review, after: Review, reverse: ReviewEdit): void {
    this.put([after]);
    this.offerUndo(this.t('edited'), () =>
      this.takeBack(async () => {
        const { review } = await this.update(before.id, reverse);
        this.put([review]);
      }),
    );
  }

  /** Shows a message with an undo button. The change can also be taken back by Z. */
  offerUndo(text: string, takeBack: TakeBack): { undoId: number; toastId: number } {
    const undoId = this.undo.push(() => {
      toaster.close(toastId);
      return takeBack();
    });
    const toastId = toaster.show({
      text,
      life: UNDO_LIFE_MS,
      action: { label: this.t('undo'), shortcut: 'Z', run: () => void this.undo.undo(undoId) },
    });
    return { undoId, toastId };
  }

  /** Runs what takes a change back. Says so if that fails. */
  async takeBack(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      toaster.show({ kind: 'failed', text: this.t('failed_undo'), detail: this.reasonOf(error) });
      return false;
    }
  }

  /** Shows reviews with a new status in the list and in the detail. */
  place(reviews: readonly Review[]): void {
    this.remember(reviews);
    this.model?.place(reviews);
  }

  put(reviews: readonly Review[]): void {
    this.remember(reviews);
    this.model?.put(reviews);
  }

  shiftCounts(from: readonly ReviewStatus[], to: ReviewStatus | null): void {
    this.queries.setQueryData<ReviewCounts>(
      this.api.key('reviews', 'counts', {}),
      (counts) => counts && shifted(counts, from, to),
    );
  }

  /** Returns a review that is open without being in the list. */
  known(id: number | null): Review | undefined {
    return this.queries.getQueryData<Review>(this.api.key('reviews', 'one', id));
  }

  /** Returns the ids of the known tags by their name in lower case. */
  tagIds(): ReadonlyMap<string, number> {
    const tags = this.queries.getQueryData<Schema<'TagList'>>(this.api.key('tags', 'inbox'));
    return new Map(tags?.items.map(({ id, name }) => [name.toLowerCase(), id]));
  }

  reasonOf = (error: unknown): string => shownError(error).msg ?? this.t('no_answer');

  update(id: number, body: ReviewEdit & { status?: ReviewStatus; tags?: string[] }) {
    return this.api.client.put('/reviews/update/{id}', { params: { path: { id } }, body });
  }

  /** What a detail shows that is not in the list. */
  private remember(reviews: readonly Review[]): void {
    for (const review of reviews) {
      this.queries.setQueryData<Review>(
        this.api.key('reviews', 'one', review.id),
        (known) => known && { ...known, ...review },
      );
    }
  }

  private send(
    review: Review,
    body: { status?: ReviewStatus; tags?: string[] },
    words: {
      done: string;
      failed: string;
      back: () => void;
      again: () => void;
      reverse: { status?: ReviewStatus; tags?: string[] };
    },
  ): void {
    this.sending += 1;
    const sent = this.update(review.id, body).finally(() => {
      this.sending -= 1;
      if (this.sending === 0)
        void this.queries.invalidateQueries({ queryKey: this.api.key('reviews', 'matching') });
    });
    const { undoId, toastId } = this.offerUndo(words.done, () =>
      this.takeBack(async () => {
        // The server must not see the second change before the first.
        await sent.catch(() => {});
        words.back();
        await this.update(review.id, words.reverse);
        this.isHistoryOld(review.id);
      }),
    );
    sent.then(
      ({ review: saved }) => {
        const shown = this.model?.find(saved.id);
        if (body.tags && shown) this.put([{ ...shown, tags: saved.tags }]);
        if (body.tags) void this.queries.invalidateQueries({ queryKey: this.api.key('tags') });
        this.isHistoryOld(review.id);
      },
      (error: unknown) => {
        toaster.close(toastId);
        this.undo.forget(undoId);
        words.back();
        toaster.show({
          kind: 'failed',
          text: words.failed,
          detail: this.reasonOf(error),
          action: { label: this.t('try_again'), run: words.again },
        });
      },
    );
  }

  private isHistoryOld(id: number): void {
    void this.queries.invalidateQueries({ queryKey: this.api.key('reviews', 'history', id) });
  }

  private doneText(id: number, status: ReviewStatus): string {
    const widgets = this.queries.getQueryData<ShowingWidget[]>(this.api.key('widgets', 'showing', id));
    const count = widgets?.filter(({ shows }) => shows !== 'never').length ?? 0;
    return status === 'approved' && count > 0 ? this.t('done_live', { count }) : this.t(`done_${status}`);
  }
}
