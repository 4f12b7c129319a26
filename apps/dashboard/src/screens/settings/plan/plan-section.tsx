import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Tag } from '../../../components/display/labels';
import { Icon } from '../../../components/display/icon';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { aiQuery } from '../ai/ai-query';
import { useAccountApi } from '../parts/account-api';
import { Loaded } from '../parts/loaded';
import { SectionHeader } from '../parts/section';
import { accountQuery } from '../parts/account-query';
import { type LimitRow, limitRows } from './limit-rows';

/** The limits of the plan and how much of each is used. */
export function PlanSection(): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const { main } = useSession();
  const account = useQuery(accountQuery(api));
  const ai = useQuery({ ...aiQuery(api), enabled: main });
  return (
    <Loaded query={account}>
      {(shown) => (
        <>
          <SectionHeader title={t('plan')} actions={<Tag>{t(`plan_${shown.plan}`)}</Tag>}>
            {t('plan_text')}
          </SectionHeader>
          <ul className="grid max-w-160 gap-4 px-6 max-sm:px-4">
            {limitRows(shown, ai.data?.used_today ?? null).map((row) => (
              <Limit key={row.name} row={row} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function Limit({ row: { name, used, limit, isNear, left } }: { row: LimitRow }): ReactNode {
  const t = useTexts('settings');
  const label = t(`limit_${name}`);
  return (
    <li className="grid gap-1.5">
      <p className="flex items-baseline gap-2">
        <span className="grow">{label}</span>
        <span className="tabular-nums">
          {used !== null && limit !== null && t('used_of', { used, limit })}
        </span>
        {used === null && limit !== null && <span className="text-text-2">{t('up_to', { limit })}</span>}
        {used !== null && limit === null && <span className="tabular-nums">{t('used', { used })}</span>}
      </p>
      {limit === null && <p className="help-text">{t('not_limited')}</p>}
      {used !== null && limit !== null && (
        <progress
          className={isNear ? 'is-near' : ''}
          aria-label={label}
          value={Math.min(used, limit)}
          max={limit || 1}
        />
      )}
      {isNear && left !== null && (
        <p className="help warn flex items-center gap-1">
          <Icon name="alert" size="small" />
          {t('left', { count: left })}
        </p>
      )}
    </li>
  );
}
