import type { ReactNode } from 'react';
import { useApi } from '../../api/api';
import { BusinessMark } from '../../components/display/monograms';
import { useSession } from '../../session/session';
import { useVisitedAccounts } from '../../session/use-visited-accounts';
import { dayIn, daysAgo, firstDay } from './data/months';
import { useReportZone } from './data/reports-data';
import { useDayTexts } from './data/use-days';

/** What a printed page begins with, because paper has no navigation: the business, the period and its time zone. */
export function PrintHead({ period }: { period: { months: number } | { days: number } }): ReactNode {
  const { account } = useSession();
  const { subAccountId } = useApi();
  const { visited } = useVisitedAccounts();
  const name = visited.find(({ id }) => id === subAccountId)?.name ?? account.name;
  const zone = useReportZone() ?? 'UTC';
  const now = new Date();
  const today = dayIn(zone, now);
  const from =
    'months' in period ? firstDay(period.months, zone, now) : daysAgo(period.days - 1, new Date(today));
  const { titles } = useDayTexts([from, today]);
  return (
    <div className="print-only print-head">
      <BusinessMark name={name} />
      <p>
        <b>{name}</b>
        {name !== account.name && `, ${account.name}`}
      </p>
      <p>
        {titles.join(' – ')} ({zone})
      </p>
    </div>
  );
}
