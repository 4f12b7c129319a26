import { useNavigate, useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { useCopy } from '../../../components/controls/use-copy';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import {
  addWidget,
  deleteWidget,
  updateWidget,
  useRefetchWidgets,
  type WidgetSummary,
  widgetQuery,
} from '../data/widgets-data';

const MAX_NAME = 191;

/** What can be done with a widget of the list. */
export interface WidgetActs {
  open(id: number, tab?: 'embed'): void;
  copySnippet(widget: WidgetSummary): Promise<void>;
  duplicate(widget: WidgetSummary): Promise<void>;
  setActive(widget: WidgetSummary, active: boolean): Promise<void>;
  remove(widget: WidgetSummary): Promise<void>;
}

export function useWidgetActs(): WidgetActs {
  const api = useApi();
  const t = useTexts('widgets');
  const common = useTexts('common');
  const queries = useQueryClient();
  const refetch = useRefetchWidgets(api);
  const attempt = useAttempt();
  const copy = useCopy();
  const open = useOpenWidget();
  const setActive = (widget: WidgetSummary, active: boolean): Promise<void> =>
    attempt(async () => {
      await updateWidget(api, widget.id, { active });
      await refetch();
      toaster.show({
        text: t(active ? 'resumed' : 'paused_done', { name: widget.name }),
        action: { label: common('undo'), run: () => void setActive(widget, !active) },
      });
    });
  return {
    open,
    setActive,
    copySnippet: (widget) =>
      attempt(async () => {
        const { embed } = await queries.ensureQueryData(widgetQuery(api, widget.id));
        await copy(embed.html, t('snippet_copied', { name: widget.name }));
      }),
    duplicate: (widget) =>
      attempt(async () => {
        const { type, settings } = await queries.fetchQuery(widgetQuery(api, widget.id));
        const name = t('copy_of', { name: widget.name }).slice(0, MAX_NAME);
        const copy = await addWidget(api, type, { name, settings });
        await refetch();
        toaster.show({
          text: t('duplicated', { name }),
          action: { label: t('open'), run: () => open(copy.id) },
        });
      }),
    remove: (widget) =>
      attempt(async () => {
        await deleteWidget(api, widget.id);
        await refetch();
        toaster.show({ text: t('deleted', { name: widget.name }) });
      }),
  };
}

/** Returns a function that runs an act and shows the error that it may end with. */
function useAttempt(): (act: () => Promise<void>) => Promise<void> {
  const common = useTexts('common');
  return (act) =>
    act().catch((error: unknown) => {
      toaster.show({ kind: 'failed', text: shownError(error).msg ?? common('network_failed') });
    });
}

function useOpenWidget(): WidgetActs['open'] {
  const navigate = useNavigate();
  const { account } = useParams({ from: '/$account' });
  return (id, tab) =>
    void navigate({
      to: '/$account/widgets/$widget',
      params: { account, widget: String(id) },
      search: tab ? { tab } : {},
    });
}
