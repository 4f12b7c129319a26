import type { Schema } from '@plaudit/client';
import { ownValue } from '@plaudit/contracts/own-value';
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { lazy } from '../../../api/load-code';
import { useApi } from '../../../api/api';
import { stringifySearch } from '../../../app/search-params';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Loading, SkeletonRows } from '../../../components/display/states';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { hasFilters, type Tab, tabOf, withParam } from '../filters/filters';
import type { Review } from '../model/review-rows';
import { extendTo, toggle } from '../model/selection';
import { useInboxModel, useInboxSearch, useInboxState } from '../use-inbox';
import { useWide } from '../use-wide';
import { Hints } from './hints';
import { isNearEnd } from './page-window';
import { ReviewRow } from './review-row';
import { useRowFocus } from './use-row-focus';
import { useRowMotion } from './use-row-motion';
import { useRowWindow } from './use-row-window';

const NoReviews = lazy(async () => ({ default: (await import('./no-reviews')).NoReviews }));
const FoundElsewhere = lazy(async () => ({ default: (await import('./elsewhere')).FoundElsewhere }));
const SKELETON_HEIGHT = 111;

/** The list of reviews, with the line of those that arrived above it. */
export function ReviewList(): ReactNode {
  const t = useTexts('inbox');
  const model = useInboxModel();
  const { phase, ids, current, arrived, isRefreshing } = useInboxState();
  const list = useRef<HTMLElement>(null);
  useRowFocus(list, current, ids.length === 0);
  return (
    <section ref={list} className="inbox-list" aria-busy={isRefreshing} aria-label={t('list')}>
      <div id="inbox-selection" className="contents" />
      {arrived > 0 && (
        <button type="button" className="arrived" onClick={() => void model.show()}>
          <Icon name="send" size="small" />
          {t('show_arrived', { count: arrived })}
        </button>
      )}
      <Suspense fallback={<div className="review-scroller" />}>
        {phase === 'loading' ? (
          <div className="review-scroller">
            <Loading>
              <SkeletonRows height={SKELETON_HEIGHT} />
            </Loading>
          </div>
        ) : ids.length === 0 ? (
          <EmptyList />
        ) : (
          <Rows />
        )}
      </Suspense>
      <Hints />
      <div id="inbox-bulk" className="contents" />
    </section>
  );
}

/** Stands in the place of the rows, so that the focus finds its heading. */
function EmptyList(): ReactNode {
  const model = useInboxModel();
  const { hasMore, isHeld } = useInboxState();
  useEffect(() => {
    if (hasMore && !isHeld) void model.loadMore();
  }, [model, hasMore, isHeld]);
  return (
    <div className="review-scroller">
      <NoReviews />
    </div>
  );
}

function Rows(): ReactNode {
  const t = useTexts('inbox');
  const formats = useFormats();
  const model = useInboxModel();
  const [search] = useInboxSearch();
  const { ids, count, current, selection, hasMore, isHeld, error } = useInboxState();
  const { first, last, scroller, tops, isMeasured, onScroll, reveal } = useRowWindow(ids);
  const properties = useProperties(ids.length > 0);
  const actions = useRowActions();
  useRowMotion(scroller, ids, first, tops);
  const index = current === null ? -1 : ids.indexOf(current);
  // New rows do not move the list back to the current row.
  const revealCurrent = useEffectEvent(() => reveal(index));
  useLayoutEffect(() => revealCurrent(), [current, isMeasured]);
  const isEndNear = hasMore && !isHeld && !error && isNearEnd({ first, last }, ids.length);
  useEffect(() => {
    if (isEndNear && ids.length > 0) void model.loadMore();
  }, [model, isEndNear, ids.length]);
  const tab = tabOf(search);
  return (
    <div ref={scroller} className="review-scroller" onScroll={onScroll}>
      <ul
        aria-label={t('list')}
        style={{
          paddingBlockStart: tops[first],
          paddingBlockEnd: (tops[ids.length] ?? 0) - (tops[last] ?? 0),
        }}
        {...actions}
      >
        {ids.slice(first, last).map((id, at) => {
          const review = model.find(id);
          return (
            review && (
              <ReviewRow
                key={id}
                review={review}
                place={first + at + 1}
                count={count}
                href={stringifySearch(withParam(search, 'review', String(id)))}
                isCurrent={id === current}
                isSelected={selection.ids.has(id)}
                status={statusBeside(tab, review)}
                property={properties?.get(review.channel_id ?? 0)}
                t={t}
                formats={formats}
              />
            )
          );
        })}
      </ul>
      <End />
    </div>
  );
}

/** Returns the status that a row names: one that the tab does not say. */
function statusBeside(tab: Tab, { status }: Review): Review['status'] | null {
  return status === tab || (tab === 'all' && status === 'inbox') ? null : status;
}

/** What stands below the last loaded row. */
function End(): ReactNode {
  const t = useTexts('inbox');
  const common = useTexts('common');
  const model = useInboxModel();
  const [search] = useInboxSearch();
  const { hasMore, error } = useInboxState();
  if (!hasMore && hasFilters(search))
    return (
      <Suspense>
        <FoundElsewhere />
      </Suspense>
    );
  if (!hasMore) return null;
  if (!error) return <p className="list-end help-text">{t('loading_more')}</p>;
  return (
    <p className="list-end" role="alert">
      {t('more_failed')}
      <Button size="small" icon="refresh" onClick={() => void model.loadMore()}>
        {common('retry')}
      </Button>
    </p>
  );
}

/** What the rows do. One listener of the list serves all of them. */
function useRowActions(): {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const model = useInboxModel();
  const isWide = useWide();
  const [, change] = useInboxSearch();
  const open = (id: number): void => {
    model.focus(id);
    if (!isWide) change((search) => withParam(search, 'review', String(id)));
  };
  useShortcuts([
    { keys: 'j', run: () => model.step(1) },
    { keys: 'k', run: () => model.step(-1) },
    { keys: 'o', run: () => open(model.state().current ?? 0) },
  ]);
  return {
    onClick: (event) => {
      const { target, shiftKey } = event;
      const row = target instanceof Element ? target.closest<HTMLElement>('li[data-id]') : null;
      if (!row || event.metaKey || event.ctrlKey || event.altKey) return;
      const id = Number(row.dataset.id);
      if (target instanceof HTMLInputElement || shiftKey) {
        if (shiftKey && !(target instanceof HTMLInputElement)) event.preventDefault();
        model.select((before, order) => (shiftKey ? extendTo(before, order, id) : toggle(before, id)));
        return;
      }
      event.preventDefault();
      open(id);
    },
    onKeyDown: (event) => {
      const step = ownValue({ ArrowDown: 1, ArrowUp: -1 }, event.key);
      if (!step || event.shiftKey || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      model.step(step);
    },
  };
}

/** Returns the property of each channel. It is asked for after the first rows, which do not wait for it. */
function useProperties(isEnabled: boolean): Map<number, string> | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('channels', 'inbox'),
    queryFn: ({ signal }) => api.client.get('/channels/get', { signal }),
    enabled: isEnabled,
    select: propertiesOf,
  });
  return data;
}

function propertiesOf({ items }: Schema<'ChannelList'>): Map<number, string> {
  return new Map(items.flatMap(({ id, group_name }) => (group_name ? [[id, group_name] as const] : [])));
}
