import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi } from '../../../api/api';
import { isMissing } from '../../../api/api-error';
import { Empty, Loading, LoadError } from '../../../components/display/states';
import { TopBar } from '../../../components/layout/page';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { typesQuery, type Widget, widgetQuery } from '../data/widgets-data';
import { type Builder, BuilderContext } from './builder-context';
import { BuilderTop } from './builder-top';
import { CompareDialog } from './dialogs/compare-dialog';
import { LeaveGuard } from './dialogs/leave-dialog';
import { useDraft } from './draft/use-draft';
import type { Json } from './draft/json-paths';
import { EmbedTab } from './embed/embed-tab';
import { contrastWarnings, type UsedColours } from './preview/contrast';
import { firstView } from './preview/preview-bar';
import { PreviewPane } from './preview/preview-pane';
import { usePreview } from './preview/use-preview';
import { fieldsOf } from './settings/fields';
import { SettingsPanel } from './settings/settings-panel';
import '../widgets.css';

const ROUTE = '/$account/widgets/$widget';

/** The page of one widget: its settings with a live preview, and its code. */
export function BuilderScreen(): ReactNode {
  const t = useTexts('widgets');
  const { account, widget: id } = useParams({ from: ROUTE });
  const api = useApi();
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const widget = useQuery({ ...widgetQuery(api, Number(id)), enabled: isId });
  const types = useQuery(typesQuery(api));
  const type = types.data?.find((entry) => entry.type === widget.data?.type);
  if (widget.data && type)
    return <WidgetBuilder key={id} widget={widget.data} typeDefaults={type.settings} />;
  const failed = widget.error ?? types.error;
  return (
    <>
      <TopBar
        title={t('widget')}
        crumbs={
          <Link to="/$account/widgets" params={{ account }} className="crumb">
            {t('widgets')}
          </Link>
        }
      />
      {!isId || isMissing(widget.error) ? (
        <Empty
          icon="search"
          title={t('missing_title')}
          action={
            <Link to="/$account/widgets" params={{ account }} className="btn">
              {t('close_new')}
            </Link>
          }
        >
          {t('missing_text')}
        </Empty>
      ) : failed ? (
        <LoadError error={failed} retry={() => void Promise.all([widget.refetch(), types.refetch()])} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function WidgetBuilder({ widget, typeDefaults }: { widget: Widget; typeDefaults: Json }): ReactNode {
  const canEdit = useCan('widgets:write');
  const { tab, pane } = useSearch({ from: ROUTE });
  const draft = useDraft(widget, typeDefaults);
  const [view, setView] = useState(firstView);
  const [colours, setColours] = useState<UsedColours | null>(null);
  const [comparing, setComparing] = useState(false);
  const preview = usePreview({
    id: widget.id,
    patch: draft.patch,
    settings: draft.settings,
    sample: view.sample,
  });
  const { data } = preview;
  const builder: Builder = useMemo(
    () => ({
      widget,
      draft,
      canEdit,
      fields: fieldsOf(widget.type, typeDefaults),
      warnings: colours ? contrastWarnings(colours) : [],
      strings: (data?.strings ?? {}) as Record<string, string>,
      ratings: data?.rating_bases ?? [],
    }),
    [widget, draft, canEdit, typeDefaults, colours, data],
  );
  return (
    <BuilderContext value={builder}>
      <BuilderTop />
      {tab === 'embed' ? (
        <EmbedTab />
      ) : (
        <div className="builder" data-pane={pane === 'preview' ? 'preview' : 'settings'}>
          <SettingsPanel />
          <PreviewPane
            preview={preview}
            view={view}
            onView={setView}
            onColours={(used) => setColours((before) => (same(before, used) ? before : used))}
            onCompare={() => setComparing(true)}
          />
        </div>
      )}
      {comparing && <CompareDialog onClose={() => setComparing(false)} />}
      <LeaveGuard />
    </BuilderContext>
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
