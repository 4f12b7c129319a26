import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazy } from '../../api/load-code';
import { useApi } from '../../api/api';
import { readPreferences } from '../../app/preferences';
import { stringifySearch } from '../../app/search-params';
import { Loading } from '../../components/display/states';
import { TopBar } from '../../components/layout/page';
import { loadTexts, useTexts } from '../../i18n/texts';
import { listQuery, withParam } from './filters/filters';
import { InboxTopActions } from './inbox-actions-bar';
import { reviewOf } from './inbox-search';
import { InboxTabs } from './inbox-tabs';
import { InboxTools } from './inbox-tools';
import { ReviewList } from './list/review-list';
import { InboxModel } from './model/inbox-model';
import { listedReviews } from './list-requests';
import { useEarlyKeys } from './use-early-keys';
import { InboxContext, useInboxSearch, useInboxState } from './use-inbox';
import { useWide } from './use-wide';
import './inbox.css';

// Loads while the first rows load.
void loadTexts(readPreferences().language, 'inbox');

/** Loaded once the first rows are on the screen. */
const InboxWork = lazy(async () => ({ default: (await import('./curation/inbox-work')).InboxWork }));
const SidePane = lazy(async () => ({ default: (await import('./detail/side-pane')).SidePane }));
const AddReviewDialog = lazy(async () => ({
  default: (await import('../import/add-review-dialog')).AddReviewDialog,
}));

const PAGE_SIZE = 50;

/** The inbox: the list of reviews, and beside it the current one in full. */
export function InboxScreen(): ReactNode {
  const api = useApi();
  const [search] = useInboxSearch();
  const [model] = useState(() => {
    return new InboxModel(
      (query) => (cursor) =>
        listedReviews(api.client, { ...query, limit: String(PAGE_SIZE), ...(cursor ? { cursor } : {}) }),
      reviewOf(search),
    );
  });
  const query = stringifySearch(listQuery(search));
  useEffect(() => {
    void model.show(Object.fromEntries(new URLSearchParams(query)));
  }, [model, query]);
  return (
    <InboxContext value={model}>
      <Suspense fallback={<Loading />}>
        <InboxPage />
      </Suspense>
    </InboxContext>
  );
}

/** Returns true once the page has been drawn with `isReady`, so that the code of the next parts does not delay the rows. */
function useAfterPaint(isReady: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!isReady) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDrawn(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isReady]);
  return isDrawn;
}

function InboxPage(): ReactNode {
  const t = useTexts('common');
  const [search, change] = useInboxSearch();
  const { phase } = useInboxState();
  const isWide = useWide();
  const isReady = useAfterPaint(phase !== 'loading');
  const isDetailOpen = !isWide && reviewOf(search) !== null;
  const pressEarlyKeys = useEarlyKeys();
  return (
    <>
      <div className={isDetailOpen ? 'inbox-bars is-behind' : 'inbox-bars'}>
        <TopBar title={t('inbox')} tabs={<InboxTabs search={search} />} actions={<InboxTopActions />} />
        <InboxTools />
      </div>
      <div className={isDetailOpen ? 'inbox is-detail' : 'inbox'}>
        <ReviewList />
        <Suspense fallback={<div className="inbox-side" />}>
          {isReady && (isWide || isDetailOpen) ? (
            <SidePane isWide={isWide} />
          ) : (
            <div className="inbox-side" />
          )}
        </Suspense>
      </div>
      <Suspense>{isReady && <InboxWork isWide={isWide} onReady={pressEarlyKeys} />}</Suspense>
      <Suspense>
        {search.add && (
          <AddReviewDialog
            onClose={() => change((before) => withParam(before, 'add', ''), { replace: true })}
          />
        )}
      </Suspense>
    </>
  );
}
