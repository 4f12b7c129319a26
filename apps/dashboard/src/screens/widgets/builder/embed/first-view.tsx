import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../../api/api';
import { Icon } from '../../../../components/display/icon';
import { Status } from '../../../../components/display/labels';
import { Note } from '../../../../components/display/note';
import { Timeline } from '../../../../components/display/timeline';
import { apiDate, useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { widgetQuery } from '../../data/widgets-data';
import { useLastSeen } from '../../list/widget-state';
import { useWidgetActs } from '../../list/use-widget-acts';
import { useBuilder } from '../builder-context';

/** How often the service is asked whether a page has shown the widget, in ms. */
const ASK_MS = 5_000;

/** Waits for the first page that shows the widget, and says so when it came. */
export function FirstView(): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  const seen = useLastSeen();
  const { widget } = useBuilder();
  const { last_seen_on: lastSeen, active } = widget;
  const waits = lastSeen === null && active;
  useQuery({ ...widgetQuery(useApi(), widget.id), refetchInterval: waits ? ASK_MS : false });
  const saved = apiDate(widget.updated_on);
  return (
    <section className="grid gap-4" aria-labelledby="first-view">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="first-view" className="text-14 font-semibold">
          {t('after_publish')}
        </h2>
        <span className="ms-auto" role="status">
          {lastSeen !== null ? (
            <Status tone="good">{t('seen', { time: seen(lastSeen) })}</Status>
          ) : (
            <Status tone="quiet">{t(active ? 'waiting_first_view' : 'state_paused')}</Status>
          )}
        </span>
      </div>
      <Timeline
        entries={[
          {
            key: 'saved',
            icon: 'check',
            state: 'past',
            title: t('published'),
            text: t('published_text'),
            time: formats.moment(saved),
          },
          {
            key: 'seen',
            icon: lastSeen === null ? 'eye' : 'check',
            state: lastSeen === null ? 'next' : 'won',
            title: t(lastSeen === null ? 'first_view_pending' : 'last_view'),
            text: t('views_text'),
            time: lastSeen === null ? '' : seen(lastSeen),
          },
        ]}
      />
      {lastSeen === null ? <NobodySees /> : <Note tone="good">{t('it_works')}</Note>}
    </section>
  );
}

/** What to check while no page shows the widget, the cheapest first. */
function NobodySees(): ReactNode {
  const t = useTexts('widgets');
  const { widget, canEdit } = useBuilder();
  const acts = useWidgetActs();
  return (
    <div className="grid gap-2">
      <h3 className="label">{t('if_nobody')}</h3>
      <ul className="grid gap-2">
        {!widget.active && (
          <Hint>
            {t('hint_paused')}{' '}
            {canEdit && (
              <button type="button" className="link" onClick={() => void acts.setActive(widget, true)}>
                {t('resume')}
              </button>
            )}
          </Hint>
        )}
        <Hint>{t('hint_view')}</Hint>
        <Hint>{t('hint_cache')}</Hint>
        <Hint>{t('hint_domains')}</Hint>
      </ul>
    </div>
  );
}

function Hint({ children }: { children: ReactNode }): ReactNode {
  return (
    <li className="flex items-start gap-2">
      <Icon name="info" className="mt-0.5 text-text-3" />
      <p>{children}</p>
    </li>
  );
}
