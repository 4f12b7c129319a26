import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

const FROM = '/$account/invitations';

export type InvitationsAddress = ReturnType<typeof useCurrent>;
type Change = { [Name in keyof InvitationsAddress]?: string | undefined };

/** Returns what the address says, and the function that changes it. A parameter that becomes undefined goes. */
export function useAddress(): [
  address: InvitationsAddress,
  change: (change: Change, options?: { replace: boolean }) => void,
] {
  const address = useCurrent();
  const navigate = useNavigate({ from: FROM });
  const change = useCallback(
    (changed: Change, { replace } = { replace: false }) => {
      void navigate({
        search: (old) => {
          const entries = Object.entries({ ...old, ...changed });
          return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
        },
        replace,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [address, change];
}

function useCurrent() {
  return useSearch({ from: FROM });
}
