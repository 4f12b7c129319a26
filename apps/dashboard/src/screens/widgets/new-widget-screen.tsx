import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../api/api';
import { shownError } from '../../api/api-error';
import { Icon } from '../../components/display/icon';
import { Empty, Loading, LoadError } from '../../components/display/states';
import { Content, TopBar } from '../../components/layout/page';
import { toaster } from '../../components/overlays/toaster';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import type { Json } from './builder/draft/json-paths';
import { addWidget, typesQuery, useRefetchWidgets, type WidgetTypeEntry } from './data/widgets-data';
import { aboutType, typeName } from './list/type-name';
import { TypeThumbnail } from './list/type-thumbnail';
import { TemplateStep } from './new/template-step';
import './widgets.css';

const ROUTE = '/$account/widgets/new';

/** Chooses a type, then a look, and creates a widget. */
export function NewWidgetScreen(): ReactNode {
  const t = useTexts('widgets');
  const { type } = useSearch({ from: ROUTE });
  const can = useCan('widgets:write');
  const types = useQuery(typesQuery(useApi()));
  const { create, busy } = useCreate();
  const chosen = types.data?.find((entry) => entry.type === type);
  return (
    <>
      <TopBar
        title={chosen ? typeName(t, chosen) : t('new_widget')}
        crumbs={
          <>
            <Crumb to="/$account/widgets">{t('widgets')}</Crumb>
            {chosen && <Crumb to={ROUTE}>{t('new_widget')}</Crumb>}
          </>
        }
        actions={<CloseLink />}
      />
      {!can ? (
        <Empty icon="lock" title={t('cannot_create')} />
      ) : types.isPending ? (
        <Loading />
      ) : types.isError ? (
        <LoadError error={types.error} retry={() => void types.refetch()} />
      ) : chosen ? (
        <TemplateStep type={chosen} busy={busy} onCreate={(settings) => void create(chosen, settings)} />
      ) : (
        <Gallery types={types.data} />
      )}
    </>
  );
}

function Crumb({ to, children }: { to: '/$account/widgets' | typeof ROUTE; children: string }): ReactNode {
  const { account } = useParams({ from: ROUTE });
  return (
    <>
      <Link to={to} params={{ account }} search={{}} className="crumb">
        {children}
      </Link>
      <Icon name="chevron-right" size="small" />
    </>
  );
}

function CloseLink(): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: ROUTE });
  return (
    <Link
      to="/$account/widgets"
      params={{ account }}
      className="btn quiet is-icon"
      aria-label={t('close_new')}
      title={t('close_new')}
    >
      <Icon name="close" />
    </Link>
  );
}

/** The drawings of all types. */
function Gallery({ types }: { types: readonly WidgetTypeEntry[] }): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: ROUTE });
  return (
    <Content>
      <p className="mb-4 text-text-2">{t('gallery_text')}</p>
      <ul className="type-gallery">
        {types.map((entry) => (
          <li key={entry.type}>
            <Link to={ROUTE} params={{ account }} search={{ type: entry.type }} className="type-card">
              <TypeThumbnail type={entry.type} />
              <span className="grid border-t border-line px-3.5 pt-2.5 pb-3">
                <span className="font-medium">{typeName(t, entry)}</span>
                <span className="help-text">{aboutType(t, entry)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Content>
  );
}

interface Creating {
  create: (type: WidgetTypeEntry, settings: Json) => Promise<void>;
  busy: boolean;
}

/** Creates a widget and opens it. */
function useCreate(): Creating {
  const api = useApi();
  const t = useTexts('widgets');
  const common = useTexts('common');
  const { account } = useParams({ from: ROUTE });
  const navigate = useNavigate();
  const refetch = useRefetchWidgets(api);
  const [busy, setBusy] = useState(false);
  const create: Creating['create'] = async (entry, settings) => {
    setBusy(true);
    try {
      const { id } = await addWidget(api, entry.type, { name: typeName(t, entry), settings });
      void refetch();
      await navigate({
        to: '/$account/widgets/$widget',
        params: { account, widget: String(id) },
        replace: true,
      });
      toaster.show({
        text: t('widget_created'),
        action: {
          label: t('tab_embed'),
          run: () =>
            void navigate({
              to: '/$account/widgets/$widget',
              params: { account, widget: String(id) },
              search: { tab: 'embed' },
            }),
        },
      });
    } catch (error) {
      toaster.show({ kind: 'failed', text: shownError(error).msg ?? common('network_failed') });
      setBusy(false);
    }
  };
  return { create, busy };
}
