import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/api';
import { useCan, useSession } from '../../../session/session';
import { channelsQuery, reportQuery } from '../../reports/data/reports-data';
import { countsQuery, useAccount, widgetsQuery } from '../data/overview-data';
import type { Progress } from './checklist';

/** Returns what happened in the sub account so far. Null until all of it is known. */
export function useProgress(): Progress | null {
  const api = useApi();
  const { main, sub_account_count } = useSession();
  const channels = useQuery({ ...channelsQuery(api), enabled: useCan('channels:read') }).data;
  const counts = useQuery(countsQuery(api, {})).data;
  const widgets = useQuery({ ...widgetsQuery(api), enabled: useCan('widgets:read') }).data;
  const invitations = useQuery({
    ...reportQuery(api, 'invitations', {}),
    enabled: useCan('reports:read'),
  }).data;
  const account = useAccount();
  const [canConnect, canCreate] = [useCan('channels:write'), useCan('widgets:write')];
  const isAgency = main && sub_account_count > 1;
  if (!channels || !counts || !widgets || !invitations) return null;
  return {
    channels: canConnect ? channels.length : null,
    approved: counts.approved,
    widgets: canCreate ? widgets.filter(({ active }) => active).length : null,
    invitationsSent: invitations.totals.sent,
    whiteLabel: isAgency && account ? account.vanity_status === 'verified' : null,
  };
}

const PREFIX = 'plaudit.checklist-hidden.';

/** Returns whether the checklist of this sub account is hidden in this browser, and the function that hides it. */
export function useHidden(): [boolean, () => void] {
  const { subAccountId } = useApi();
  const name = `${PREFIX}${subAccountId}`;
  const [hidden, setHidden] = useState(() => localStorage.getItem(name) === 'true');
  return [
    hidden,
    () => {
      localStorage.setItem(name, 'true');
      setHidden(true);
    },
  ];
}
