import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import type { Schema } from '@plaudit/client';
import type { WidgetSummary } from '../data/widgets-data';
import { stateOf } from './last-seen';
import { Sparkline } from './sparkline';
import { TypeThumbnail } from './type-thumbnail';
import { WidgetMenu } from './widget-menu';
import { useLastSeen, WidgetStatus } from './widget-state';

type Views = Schema<'WidgetViews'>;

export interface WidgetListProps {
  widgets: readonly WidgetSummary[];
  /** The name of each type. */
  typeNames: ReadonlyMap<string, string>;
  /** Views by widget. Null if the service does not count them. */
  views: ReadonlyMap<number, Views> | null;
}

/** The widgets as a table. */
export function WidgetTable({ widgets, typeNames, views }: WidgetListProps): ReactNode {
  const t = useTexts('widgets');
  const common = useTexts('common');
  return (
    <table className="table-list widget-table">
      <thead>
        <tr>
          <th scope="col">{t('widget')}</th>
          <th scope="col">{t('type')}</th>
          {views && (
            <>
              <th scope="col">{t('views_30')}</th>
              <th scope="col">{t('interactions_30')}</th>
            </>
          )}
          <th scope="col">{t('last_seen')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">
            <span className="sr-only">{common('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {widgets.map((widget) => (
          <WidgetRow
            key={widget.id}
            widget={widget}
            typeName={typeNames.get(widget.type) ?? widget.type}
            views={views}
          />
        ))}
      </tbody>
    </table>
  );
}

function WidgetRow({
  widget,
  typeName,
  views,
}: {
  widget: WidgetSummary;
  typeName: string;
  views: WidgetListProps['views'];
}): ReactNode {
  const formats = useFormats();
  const seen = useLastSeen();
  return (
    <tr>
      <td>
        <WidgetName widget={widget} />
      </td>
      <td className="text-text-2">{typeName}</td>
      {views && <ViewCells views={views.get(widget.id)} />}
      <td
        className="text-text-2 tabular-nums"
        title={widget.last_seen_on ? formats.moment(apiDate(widget.last_seen_on)) : undefined}
      >
        {seen(widget.last_seen_on)}
      </td>
      <td>
        <WidgetStatus widget={widget} />
      </td>
      <td>
        <div className="flex items-center justify-end gap-1">
          <GetCode widget={widget} />
          <WidgetMenu widget={widget} views={views?.get(widget.id)?.total_views} />
        </div>
      </td>
    </tr>
  );
}

/** The widgets as a list of cards, for narrow screens. */
export function WidgetCards({ widgets, typeNames, views }: WidgetListProps): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  const seen = useLastSeen();
  return (
    <ul>
      {widgets.map((widget) => {
        const counted = views?.get(widget.id);
        return (
          <li key={widget.id} className="flex items-center gap-3 border-b border-line py-3 ps-4 pe-2">
            <div className="grid min-w-0 grow gap-1">
              <WidgetName widget={widget} />
              <p className="help-text flex flex-wrap items-center gap-x-2 gap-y-1">
                <WidgetStatus widget={widget} />
                <span>{typeNames.get(widget.type) ?? widget.type}</span>
                {counted && (
                  <span>
                    {t('n_views', {
                      count: counted.total_views,
                      views: formats.compact(counted.total_views),
                    })}
                  </span>
                )}
                <span>{t('seen', { time: seen(widget.last_seen_on) })}</span>
              </p>
            </div>
            <WidgetMenu widget={widget} views={counted?.total_views} />
          </li>
        );
      })}
    </ul>
  );
}

function WidgetName({ widget }: { widget: WidgetSummary }): ReactNode {
  const { account } = useParams({ from: '/$account' });
  return (
    <Link
      to="/$account/widgets/$widget"
      params={{ account, widget: String(widget.id) }}
      className="flex min-w-0 items-center gap-3 text-text"
    >
      <span className="widget-thumbnail">
        <TypeThumbnail type={widget.type} />
      </span>
      <span className="truncate font-medium">{widget.name}</span>
    </Link>
  );
}

function ViewCells({ views }: { views: Views | undefined }): ReactNode {
  const formats = useFormats();
  return (
    <>
      <td className="tabular-nums">
        <span className="flex items-center gap-2">
          <span className="min-w-12 text-end">{formats.number(views?.total_views ?? 0)}</span>
          {views && views.total_views > 0 && <Sparkline values={views.views} />}
        </span>
      </td>
      <td className="text-text-2 tabular-nums">{formats.number(views?.total_interactions ?? 0)}</td>
    </>
  );
}

/** A widget that no page has shown yet offers its code. */
function GetCode({ widget }: { widget: WidgetSummary }): ReactNode {
  const t = useTexts('widgets');
  const { account } = useParams({ from: '/$account' });
  if (stateOf(widget) !== 'waiting') return null;
  return (
    <Link
      to="/$account/widgets/$widget"
      params={{ account, widget: String(widget.id) }}
      search={{ tab: 'embed' }}
      className="btn small"
    >
      {t('get_code')}
    </Link>
  );
}
