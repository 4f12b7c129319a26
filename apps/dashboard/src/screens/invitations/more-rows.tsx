import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button';
import { useTexts } from '../../i18n/texts';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** The button that loads the next page of a list, if there is one. */
export function MoreRows({ list }: { list: PagedList }): ReactNode {
  const t = useTexts('invitations');
  if (!list.hasNextPage) return null;
  return (
    <p className="p-4 text-center">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('sup_more')}
      </Button>
    </p>
  );
}
