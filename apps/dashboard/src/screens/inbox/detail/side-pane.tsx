import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { lazy } from '../../../api/load-code';
import { useInboxState } from '../use-inbox';
import { DetailPane } from './detail-pane';

const SelectionSummary = lazy(async () => ({
  default: (await import('../curation/selection-summary')).SelectionSummary,
}));

/** What stands beside the list: a summary of the selection, or the current review. */
export function SidePane({ isWide }: { isWide: boolean }): ReactNode {
  const { current, selection } = useInboxState();
  // Holding J moves through the list first and draws the detail when there is time.
  const shown = useDeferredValue(current);
  const isSelecting = useDeferredValue(selection.ids.size > 0);
  if (isWide && isSelecting)
    return (
      <Suspense fallback={<div className="inbox-side" />}>
        <SelectionSummary />
      </Suspense>
    );
  if (shown === null) return <div className="inbox-side" />;
  return <DetailPane id={shown} isWide={isWide} />;
}
