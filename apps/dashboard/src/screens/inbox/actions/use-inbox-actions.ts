import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../../api/api';
import { useTexts } from '../../../i18n/texts';
import { InboxActions } from './inbox-actions';

/** One per sub account and page load, so that the undo stack outlives the screen. */
const known = new Map<number, InboxActions>();

export function useInboxActions(): InboxActions {
  const api = useApi();
  const queries = useQueryClient();
  const t = useTexts('inbox_detail');
  let actions = known.get(api.subAccountId);
  if (!actions) {
    actions = new InboxActions(api, queries, t);
    known.set(api.subAccountId, actions);
  }
  const found = actions;
  useEffect(() => {
    found.translateWith(t);
  }, [found, t]);
  return found;
}
