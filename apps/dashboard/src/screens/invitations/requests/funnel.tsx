import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { keptAll } from '../../reports/data/reports-data';
import { funnelQuery } from '../invite-queries';
import { FUNNEL_HEIGHT, FUNNEL_WIDTH, funnelOf } from './funnel-shape';

/** How many of the sent messages were opened, clicked and reviewed. A part that does not load is left out. */
export function Funnel(): ReactNode {
  const t = useTexts('invitations');
  const formats = useFormats();
  const { data } = useQuery(funnelQuery(useApi()));
  if (!data) return <div className="inv-funnel" aria-hidden="true" />;
  const { totals } = data;
  const { queued, sent, kept, opened, clicked, reviewed } = totals;
  // What is kept can be opened where it is kept.
  const parts = funnelOf({ ...totals, sent: sent + kept });
  const isKept = keptAll(totals);
  const label = isKept
    ? t('funnel_chart_kept', { kept, opened, clicked, reviewed })
    : t('funnel_chart', { sent, opened, clicked, reviewed });
  return (
    <section className="inv-funnel" aria-label={t('funnel')}>
      <dl>
        {parts.map(({ stage, count, share }) => (
          <div key={stage}>
            <dt className="label">{t(stage === 'sent' && isKept ? 'funnel_kept' : `funnel_${stage}`)}</dt>
            <dd>
              <b>{formats.number(stage === 'sent' && !isKept ? sent : count)}</b>
              <span className="help-text">
                {stage === 'sent'
                  ? t('funnel_of_planned', { count: queued })
                  : share !== null && formats.percent(share, 1)}
              </span>
              {stage === 'sent' && kept > 0 && !isKept && (
                <span className="help-text">{t('funnel_more_kept', { count: kept })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <svg
        viewBox={`0 0 ${FUNNEL_WIDTH} ${FUNNEL_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {parts.map(({ stage, bar, slope }) => (
          <g key={stage}>
            <rect {...bar} rx={3} className={`is-${stage}`} />
            {slope && <path d={slope} />}
          </g>
        ))}
      </svg>
    </section>
  );
}
