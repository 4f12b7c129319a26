import type { Schema } from '@plaudit/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { useSubAccountNames } from '../parts/sub-account-names';

type Entry = Schema<'AuditItem'>;

/** So many people and keys are named as they are called now. The log has the email or the name at that time of others. */
const MAX_NAMES = 100;

/** The names of people, keys and sub accounts. */
export interface AuditNames {
  of(type: string, id: number | null): string | undefined;
}

/** Returns the names of what entries are about. Names that are not there yet are missing. */
export function useAuditNames(entries: readonly Entry[]): AuditNames {
  const api = useAccountApi();
  const { sub_account_count } = useSession();
  const { data: named } = useQuery({
    queryKey: api.key('account', 'audit_names'),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: MAX_NAMES } };
      const [users, { keys }] = await Promise.all([
        api.client.get('/users/get', { params, signal }),
        api.client.get('/keys', { params, signal }),
      ]);
      return new Map<string, string>([
        ...users.map(({ id, name, email }) => [`user ${id}`, name ?? email] as const),
        ...keys.map(({ id, name }) => [`key ${id}`, name] as const),
      ]);
    },
    staleTime: 60_000,
  });
  const places = useSubAccountNames(api, sub_account_count, entries.flatMap(subAccountsOf));
  return {
    of: (type, id) => {
      if (id === null) return undefined;
      return type === 'sub_account' ? places.get(id) : named?.get(`${type} ${id}`);
    },
  };
}

/** Returns the sub account in which an entry happened, or null. */
export function placeIn({ after, before }: Entry): number | null {
  const id = after?.sub_account_id ?? before?.sub_account_id;
  return typeof id === 'number' ? id : null;
}

/** Returns the sub accounts that an entry names. */
function subAccountsOf(entry: Entry): number[] {
  const { after, before, target } = entry;
  const listed = [after?.sub_accounts, before?.sub_accounts].flatMap((ids) =>
    Array.isArray(ids) ? ids : [],
  );
  const own = target.type === 'sub_account' ? target.id : null;
  return [placeIn(entry), own, ...listed].filter((id): id is number => typeof id === 'number');
}
