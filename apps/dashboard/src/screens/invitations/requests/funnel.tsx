import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { funnelQuery } from '../invite-queries';
import { FUNNEL_HEIGHT, FUNNEL_WIDTH, funnelOf } from './funnel-shape';

/** How many of the sent messages were opened, clicked and reviewed. A part that does not load is left out. */
export function Funnel(): ReactNode {
  const t = useTexts('invitations');
  const formats = useFormats();
  const { data } = useQuery(funnelQuery(useApi()));
  if (!data) return <div className="inv-funnel" aria-hidden="true" />;
  const { totals } = data;
  const parts = funnelOf(totals);
  const numbers = {
    sent: totals.sent,
    opened: totals.opened,
    clicked: totals.clicked,
    reviewed: totals.reviewed,
  };
  return (
    <section className="inv-funnel" aria-label={t('funnel')}>
      <dl>
        {parts.map(({ stage, count, share }) => (
          <div key={stage}>
            <dt className="label">{t(`funnel_${stage}`)}</dt>
            <dd>
              <b>{formats.number(count)}</b>
              <span className="help-text">
                {stage === 'sent'
                  ? t('funnel_of_planned', { count: totals.queued })
                  : share !== null && formats.percent(share, 1)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <svg
        viewBox={`0 0 ${FUNNEL_WIDTH} ${FUNNEL_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('funnel_chart', numbers)}
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
