import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { searchOfTab, tabOf, TABS } from './filters/filters';
import type { InboxSearch } from './inbox-search';
import { countOf, type ReviewCounts, reviewCounts } from './list-requests';

/** Returns the counts of all reviews, which the navigation shows as well. */
export function useCounts(): ReviewCounts | undefined {
  const api = useApi();
  return useQuery({
    queryKey: api.key('reviews', 'counts', {}),
    queryFn: ({ signal }) => reviewCounts(api.client, {}, signal),
  }).data;
}

/** The statuses as tabs. The filters stay when the tab changes. */
export function InboxTabs({ search }: { search: InboxSearch }): ReactNode {
  const t = useTexts('inbox');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const counts = useCounts();
  const shown = tabOf(search);
  return (
    <nav className="tabs inbox-tabs" aria-label={t('tabs')}>
      {TABS.map((tab) => (
        <Link
          key={tab}
          to="/$account/inbox"
          params={{ account: String(subAccountId) }}
          search={searchOfTab(search, tab)}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {t(`tab_${tab}`)}
          {counts && <span className="count">{formats.number(countOf(counts, tab))}</span>}
        </Link>
      ))}
    </nav>
  );
}
