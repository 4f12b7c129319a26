import { useEffect, useRef } from 'react';
import { withParam } from '../filters/filters';
import { reviewOf } from '../inbox-search';
import type { InboxModel } from '../model/inbox-model';
import { useInboxSearch, useInboxState } from '../use-inbox';

/** The address follows the current review after this pause, so that holding J costs no navigation per row, in ms. */
const SETTLED_MS = 400;

/**
 * Keeps `?review=` and the current row in step. Beside the list the address follows the row. In one pane the parameter means
 * that the detail is open, so that the address follows only then.
 */
export function useReviewAddress(model: InboxModel, isWide: boolean): void {
  const [search, change] = useInboxSearch();
  const { current, phase } = useInboxState();
  const inAddress = reviewOf(search);
  // The row that the page chose by itself is not worth an address.
  const chosenByPage = useRef<number | null>(undefined);
  useEffect(() => {
    if (inAddress !== null) model.focus(inAddress);
  }, [model, inAddress]);
  useEffect(() => {
    if (phase === 'loading') return undefined;
    if (chosenByPage.current === undefined && current !== null)
      chosenByPage.current = inAddress === null ? current : null;
    const isMoved = current !== (chosenByPage.current ?? null);
    const isFollowing = inAddress !== null || (isWide && isMoved);
    if (!isFollowing || current === inAddress) return undefined;
    const timer = setTimeout(
      () => change((before) => withParam(before, 'review', String(current ?? '')), { replace: true }),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [current, phase, inAddress, isWide, change]);
}
