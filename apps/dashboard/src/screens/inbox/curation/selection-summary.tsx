import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../api/api';
import { Note } from '../../../components/display/note';
import { PlatformMark } from '../../../components/display/monograms';
import { Stars } from '../../../components/display/stars';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { countShown } from '../detail-requests';
import { tabOf } from '../filters/filters';
import { selectedTargets } from '../actions/targets';
import { useInboxModel, useInboxSearch, useInboxState } from '../use-inbox';
import { figuresOf, type SelectionFigures } from './summary';

const DAY_MS = 86_400_000;
const BAR = 160;
const MAX_WIDGETS = 4;
const MAX_ASKED = 100;
const SETTLED_MS = 400;

/** What is selected, before anything is done with it. */
export function SelectionSummary(): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const model = useInboxModel();
  const [search] = useInboxSearch();
  useInboxState();
  const targets = selectedTargets(model, search);
  if (!targets) return <div className="inbox-side" />;
  const figures = figuresOf(targets.loaded);
  const isPart = targets.loaded.length < targets.count;
  return (
    <section className="inbox-side" aria-label={t('selection')}>
      <div className="detail-body selection-summary">
        <header className="grid gap-1">
          <h2 className="text-14 font-semibold">{t('n_reviews_selected', { count: targets.count })}</h2>
          {figures.language && !isPart && (
            <p className="text-text-2">
              {t('all_in_language', { language: formats.languageName(figures.language) })}
            </p>
          )}
          {isPart && (
            <p className="text-text-2">{t('figures_of_loaded', { count: targets.loaded.length })}</p>
          )}
        </header>
        <Figures figures={figures} total={targets.loaded.length} />
        {tabOf(search) !== 'approved' && (
          <Consequence ids={targets.loaded.map(({ id }) => id)} isPart={isPart} />
        )}
      </div>
    </section>
  );
}

/** What approving the selection would change on live widgets. */
function Consequence({ ids, isPart }: { ids: readonly number[]; isPart: boolean }): ReactNode {
  const t = useTexts('inbox_detail');
  const widgets = useWouldShow(ids, !isPart);
  const changing = widgets?.filter(({ shown }) => shown > 0) ?? [];
  return (
    <Note tone="info">
      {changing.length === 0 ? (
        t('approving_many_note')
      ) : (
        <>
          <p>{t('changes_widgets', { count: changing.length })}</p>
          <ul>
            {changing.slice(0, MAX_WIDGETS).map(({ id, name, shown }) => (
              <li key={id}>{t('would_show', { name, count: shown })}</li>
            ))}
          </ul>
        </>
      )}
    </Note>
  );
}

/** Asks once the selection has settled. The API takes at most 100 reviews. */
function useWouldShow(ids: readonly number[], isWhole: boolean) {
  const api = useApi();
  const [settled, setSettled] = useState('');
  const wanted = ids.join();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data } = useQuery({
    queryKey: api.key('widgets', 'would-show', settled),
    queryFn: ({ signal }) => countShown(api.client, settled.split(',').map(Number), signal),
    enabled: useCan('widgets:read') && isWhole && settled !== '' && ids.length <= MAX_ASKED,
    retry: false,
  });
  return settled === wanted ? data : undefined;
}

function Figures({ figures, total }: { figures: SelectionFigures; total: number }): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const { stars, platforms, oldestWaiting } = figures;
  const days = oldestWaiting ? Math.floor((Date.now() - apiDate(oldestWaiting).getTime()) / DAY_MS) : 0;
  return (
    <dl className="facts">
      <dt>{t('by_rating')}</dt>
      <dd className="grid gap-1">
        {stars.map(({ stars: value, count }) => (
          <span key={value} className="flex items-center gap-2">
            <span className="star-column">
              <Stars value={value === 0 ? null : value} />
            </span>
            <svg className="star-bar" width={BAR} height="8" viewBox={`0 0 ${BAR} 8`} aria-hidden="true">
              <rect width={BAR} height="8" rx="2" />
              <rect className="part" width={(BAR * count) / total} height="8" rx="2" />
            </svg>
            <span className="help-text tabular-nums">{formats.number(count)}</span>
          </span>
        ))}
      </dd>
      <dt>{t('by_platform')}</dt>
      <dd className="flex flex-wrap gap-x-3 gap-y-1">
        {platforms.map(({ platform, label, count }) => (
          <span key={label} className="flex items-center gap-1.5">
            <PlatformMark platform={platform} name={label} size="small" />
            {label}
            <span className="count">{formats.number(count)}</span>
          </span>
        ))}
      </dd>
      {oldestWaiting && (
        <>
          <dt>{t('waiting')}</dt>
          <dd>{t('waits_up_to', { count: Math.max(1, days) })}</dd>
        </>
      )}
    </dl>
  );
}
