import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useApi } from '../../api/api';
import { useShortcuts } from '../../app/shortcuts';
import { SearchField } from '../../components/controls/search-field';
import { Icon } from '../../components/display/icon';
import { Empty, Loading, LoadError, SkeletonRows } from '../../components/display/states';
import { Content, TopBar, Tools } from '../../components/layout/page';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { listQuery, typesQuery, viewsQuery, type WidgetSummary } from './data/widgets-data';
import { useMedia } from '../../app/use-media';
import { typeName } from './list/type-name';
import { WidgetCards, WidgetTable } from './list/widget-table';
import { EXACTLY } from './list/exactly';
import './widgets.css';

const ROUTE = '/$account/widgets';

/** The widgets of the sub account. */
export function WidgetsScreen(): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: '/$account' });
  const { tab, q = '' } = useSearch({ from: ROUTE });
  const can = useCan('widgets:write');
  const navigate = useNavigate();
  const list = useQuery(listQuery(useApi()));
  const narrow = useMedia('(width < 40rem)');
  useShortcuts(
    can
      ? [{ keys: 'n', run: () => void navigate({ to: '/$account/widgets/new', params: { account } }) }]
      : [],
  );
  const all = list.data ?? [];
  const active = all.filter((widget) => widget.active);
  return (
    <>
      <TopBar
        title={t('widgets')}
        tabs={
          <nav className="tabs" aria-label={t('widgets')}>
            <TabLink tab="active" count={list.data && active.length} />
            <TabLink tab="all" count={list.data && all.length} />
          </nav>
        }
        actions={
          <>
            {!narrow && all.length > 0 && <Search value={q} />}
            {can && all.length > 0 && <NewLink narrow={narrow} />}
          </>
        }
      />
      {narrow && list.isPending && <div className="tools" />}
      {narrow && all.length > 0 && (
        <Tools label={t('search')}>
          <Search value={q} />
        </Tools>
      )}
      <WidgetsContent tab={tab} q={q} narrow={narrow} />
    </>
  );
}

function TabLink({ tab, count }: { tab: 'active' | 'all'; count: number | undefined }): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: '/$account' });
  const { tab: current } = useSearch({ from: ROUTE });
  return (
    <Link
      to={ROUTE}
      params={{ account }}
      search={(before) => ({ ...before, tab: tab === 'all' ? 'all' : undefined })}
      activeOptions={EXACTLY}
      aria-current={(current === 'all') === (tab === 'all') ? 'page' : undefined}
    >
      {t(tab === 'all' ? 'tab_all' : 'tab_active')}
      {count !== undefined && <span className="count">{count}</span>}
    </Link>
  );
}

function NewLink({ narrow }: { narrow: boolean }): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: '/$account' });
  return (
    <Link to="/$account/widgets/new" params={{ account }} className="btn primary">
      <Icon name="add" />
      {t('new_widget')}
      {!narrow && <kbd aria-hidden="true">N</kbd>}
    </Link>
  );
}

function Search({ value }: { value: string }): ReactNode {
  const t = useTexts('widgets');
  const navigate = useNavigate({ from: ROUTE });
  return (
    <SearchField
      label={t('search')}
      value={value}
      className="widget-search"
      onSearch={(text) =>
        void navigate({ search: (before) => ({ ...before, q: text || undefined }), replace: true })
      }
    />
  );
}

function WidgetsContent({
  tab,
  q,
  narrow,
}: {
  tab: string | undefined;
  q: string;
  narrow: boolean;
}): ReactNode {
  const api = useApi();
  const { data, error, isPending, refetch } = useQuery(listQuery(api));
  // Columns that are added later would move the others.
  const isWaiting = [useQuery(typesQuery(api)), useQuery(viewsQuery(api))].some((query) => query.isPending);
  const shown = data?.filter(({ active }) => active || tab === 'all');
  return (
    <Content className="">
      {isPending || (data && isWaiting) ? (
        <Loading>
          <SkeletonRows height={60} />
        </Loading>
      ) : data && shown ? (
        <Widgets shown={shown} total={data.length} q={q} narrow={narrow} />
      ) : (
        <LoadError error={error} retry={() => void refetch()} />
      )}
    </Content>
  );
}

interface WidgetsProps {
  shown: readonly WidgetSummary[];
  total: number;
  q: string;
  narrow: boolean;
}

function Widgets({ shown, total, q, narrow }: WidgetsProps): ReactNode {
  const t = useTexts('widgets');
  const api = useApi();
  const types = useQuery(typesQuery(api));
  const views = useQuery(viewsQuery(api));
  const typeNames = useMemo(
    () => new Map((types.data ?? []).map((entry) => [entry.type, typeName(t, entry)])),
    [types.data, t],
  );
  const counted = useMemo(
    () => (views.data ? new Map(views.data.items.map((item) => [item.widget_id, item])) : null),
    [views.data],
  );
  if (total === 0) return <NoWidgets />;
  const wanted = q.toLowerCase();
  const found = shown.filter(({ name, type }) =>
    `${name} ${typeNames.get(type) ?? type}`.toLowerCase().includes(wanted),
  );
  if (found.length === 0) return <NoMatch q={q} total={total} />;
  const props = { widgets: found, typeNames, views: counted };
  return narrow ? <WidgetCards {...props} /> : <WidgetTable {...props} />;
}

function NoWidgets(): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: '/$account' });
  const can = useCan('widgets:write');
  return (
    <Empty
      icon="widgets"
      title={t('empty_title')}
      action={
        can && (
          <Link to="/$account/widgets/new" params={{ account }} className="btn primary">
            {t('choose_type')}
          </Link>
        )
      }
    >
      {t('empty_text')}
    </Empty>
  );
}

function NoMatch({ q, total }: { q: string; total: number }): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: '/$account' });
  return (
    <Empty
      icon="search"
      title={q ? t('no_match') : t('none_active')}
      action={
        <Link to={ROUTE} params={{ account }} search={q ? {} : { tab: 'all' }} className="btn">
          {q ? t('clear_search') : t('show_all')}
        </Link>
      }
    >
      {t('n_in_all', { count: total })}
    </Empty>
  );
}
