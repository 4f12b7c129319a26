import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import type { InviteRequest } from './request-list';
import { reachedStages, STAGES } from './request-state';

const FIRST = 6;
const STEP = 15.5;

/** What a request has reached: queued, sent, opened, clicked, reviewed. Filled dots carry the meaning. */
export function ProgressDots({ request }: { request: InviteRequest }): ReactNode {
  const t = useTexts('invitations');
  const formats = useFormats();
  const reached = reachedStages(request);
  const label =
    reached.length > 0 ? formats.list(reached.map((stage) => t(`stage_${stage}`))) : t('dots_none');
  const last = STAGES.findLastIndex((stage) => reached.includes(stage));
  return (
    <svg className="dots" width={74} height={16} viewBox="0 0 74 16" role="img" aria-label={label}>
      <path d={`M${FIRST} 8h${STEP * (STAGES.length - 1)}`} />
      {last > 0 && <path className="is-on" d={`M${FIRST} 8h${STEP * last}`} />}
      {STAGES.map((stage, at) => {
        const isOn = reached.includes(stage);
        return (
          <circle
            key={stage}
            className={isOn ? 'is-on' : ''}
            cx={FIRST + STEP * at}
            cy={8}
            r={isOn ? 4 : 3.5}
          />
        );
      })}
    </svg>
  );
}
