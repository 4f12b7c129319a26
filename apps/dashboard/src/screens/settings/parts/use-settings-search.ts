import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SearchParams } from '../../../app/search-params';

/** The parameters of the address of a section, and the function that changes some of them. Undefined removes one. */
export function useSettingsSearch(): [
  SearchParams,
  (change: Readonly<Record<string, string | undefined>>) => void,
] {
  const search = useSearch({ from: '/$account/settings/$section' });
  const navigate = useNavigate({ from: '/$account/settings/$section' });
  const change = (changed: Readonly<Record<string, string | undefined>>): void => {
    const next = { ...search, ...changed };
    const set = Object.entries(next).filter((entry): entry is [string, string] => !!entry[1]);
    void navigate({ search: Object.fromEntries(set), replace: true });
  };
  return [search, change];
}
