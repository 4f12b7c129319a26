import type { ReviewStatus } from '../filters/filters';
import { NOTHING } from '../model/selection';
import { useInboxModel, useInboxSearch } from '../use-inbox';
import { changeMany } from './bulk-actions';
import type { InboxActions } from './inbox-actions';
import { selectedTargets } from './targets';

/** Gives the selection a status, or the current review if nothing is selected. */
export function useSetStatus(actions: InboxActions): (status: ReviewStatus) => void {
  const model = useInboxModel();
  const [search] = useInboxSearch();
  return (status) => {
    const targets = selectedTargets(model, search);
    if (targets) {
      model.select(() => NOTHING);
      void changeMany(actions, targets, { status });
      return;
    }
    const { current } = model.state();
    const review = model.find(current) ?? actions.known(current);
    if (review) actions.setStatus(review, status);
  };
}
