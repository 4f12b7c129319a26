import type { ReactNode } from 'react';
import { shownError } from '../../../api/api-error';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { Loading, LoadError } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import type { Pages } from './use-pages';

interface Query<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Shows what a query read. Data that is there stays when a later attempt fails. */
export function Loaded<T>({
  query: { data, error, refetch },
  children,
}: {
  query: Query<T>;
  children: (data: T) => ReactNode;
}): ReactNode {
  if (data !== undefined) {
    return (
      <>
        {error ? <NotRefreshed error={error} retry={() => void refetch()} /> : null}
        {children(data)}
      </>
    );
  }
  if (error) {
    return (
      <div>
        <LoadError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  return <Loading />;
}

/** Shows the rows of a list, a button for more of them, and `empty` in their place if there are none. */
export function LoadedRows<Row>({
  pages,
  empty,
  children,
}: {
  pages: Pages<Row>;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}): ReactNode {
  const t = useTexts('settings');
  const query = { data: pages.rows, error: pages.error, refetch: pages.retry };
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {children(rows)}
            {pages.hasMore && (
              <div className="flex items-center gap-3 px-6 py-3 max-sm:px-4">
                <Button busy={pages.loadingMore} onClick={pages.more}>
                  {t('show_more')}
                </Button>
                <span className="help-text">{t('shown', { count: rows.length })}</span>
              </div>
            )}
          </>
        )
      }
    </Loaded>
  );
}

function NotRefreshed({ error, retry }: { error: unknown; retry: () => void }): ReactNode {
  const t = useTexts('common');
  return (
    <div className="px-6 pb-3 max-sm:px-4">
      <Note
        tone="warn"
        action={
          <Button size="small" onClick={retry}>
            {t('retry')}
          </Button>
        }
      >
        {shownError(error).msg ?? t('network_failed')}
      </Note>
    </div>
  );
}
