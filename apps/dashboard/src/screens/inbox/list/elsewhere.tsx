import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { stringifySearch } from '../../../app/search-params';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { filterQuery, searchOfTab, tabOf, TABS } from '../filters/filters';
import { countOf, reviewCounts } from '../list-requests';
import { useInboxSearch } from '../use-inbox';

/** Leads to the other tabs in which the same filters find reviews. */
export function FoundElsewhere(): ReactNode {
  const t = useTexts('inbox');
  const formats = useFormats();
  const { client, key, subAccountId } = useApi();
  const [search] = useInboxSearch();
  const query = filterQuery(search);
  const { data } = useQuery({
    queryKey: key('reviews', 'matching', stringifySearch(query)),
    queryFn: ({ signal }) => reviewCounts(client, query, signal),
    staleTime: 0,
  });
  const shown = tabOf(search);
  const others = TABS.filter((tab) => tab !== shown && tab !== 'all' && data && countOf(data, tab) > 0);
  if (shown === 'all' || !data || others.length === 0) return null;
  return (
    <p className="elsewhere">
      {t('found_elsewhere')}
      {others.map((tab) => (
        <Link
          key={tab}
          to="/$account/inbox"
          params={{ account: String(subAccountId) }}
          search={searchOfTab(search, tab)}
        >
          {t('n_in_tab', { n: formats.number(countOf(data, tab)), tab: t(`tab_${tab}`) })}
        </Link>
      ))}
    </p>
  );
}
