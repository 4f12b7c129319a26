import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useApi } from '../../api/api';
import { Button } from '../../components/controls/button';
import { Icon } from '../../components/display/icon';
import { Loading } from '../../components/display/states';
import { Content, TopBar } from '../../components/layout/page';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { groupsQuery } from '../reports/data/reports-data';
import { PrintedPeriod } from '../reports/printed-period';
import { RangeChoice } from './chart/range-choice';
import { RatingAndVolume } from './chart/rating-and-volume';
import { useFreshReviews } from './data/overview-data';
import { rangeOf } from './data/range';
import { Figures, type Property } from './figures/figures';
import { checklistOf, isFirstHour, nextStep } from './first/checklist';
import { FirstHour } from './first/first-hour';
import { useHidden, useProgress } from './first/use-progress';
import { CollectionHealth } from './lists/health';
import { NewReviews } from './lists/new-reviews';
import { NeedsList } from './needs/needs-list';
import './overview.css';
import '../../charts/charts.css';

const ROUTE = '/$account/';
/** The state of a business at a glance. In its first hour it is a checklist. */
export function OverviewScreen(): ReactNode {
  const t = useTexts('overview');
  const progress = useProgress();
  const [hidden, hide] = useHidden();
  useFreshReviews();
  const needsAll = useMayDoAll();
  if (needsAll && !hidden && !progress)
    return (
      <Frame>
        <Loading />
      </Frame>
    );
  const steps = progress ? checklistOf(progress) : [];
  const showsList = !hidden && nextStep(steps) !== null;
  const alone = showsList && progress !== null && isFirstHour(progress);
  return (
    <Frame
      actions={
        <>
          {showsList && (
            <Button kind="quiet" onClick={hide}>
              {t('hide_checklist')}
            </Button>
          )}
          {!alone && <Choices />}
        </>
      }
    >
      {showsList && <FirstHour steps={steps} alone={alone} />}
      {!alone && <Numbers />}
    </Frame>
  );
}

function Frame({ actions, children }: { actions?: ReactNode; children: ReactNode }): ReactNode {
  const t = useTexts('overview');
  return (
    <>
      <TopBar title={t('overview')} actions={actions} />
      <Content className="">{children}</Content>
    </>
  );
}

function Numbers(): ReactNode {
  const { group, range: given } = useSearch({ from: ROUTE });
  const range = rangeOf(given);
  const property = useMemo<Property>(
    () => (group && /^[1-9]\d{0,14}$/.test(group) ? { groups: group } : {}),
    [group],
  );
  const reports = useCan('reports:read');
  const reviews = useCan('reviews:read');
  return (
    <>
      <PrintedPeriod period={range === '12' ? { months: 12 } : { days: Number(range) }} />
      <Figures property={property} />
      <div className="overview in-order">
        {reports && <RatingAndVolume range={range} property={property} tools={<RangeChoiceBelow />} />}
        <NeedsList property={property} />
        {reviews && <NewReviews property={property} />}
        <CollectionHealth property={property} />
      </div>
    </>
  );
}

/** A narrow top bar has no room for the choice. */
function RangeChoiceBelow(): ReactNode {
  return (
    <span className="sm:hidden">
      <RangeChoice />
    </span>
  );
}

/** Period of the chart and property of everything. */
function Choices(): ReactNode {
  const t = useTexts('overview');
  const { group } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const groups = useQuery(groupsQuery(useApi())).data ?? [];
  return (
    <>
      <span className="max-sm:hidden">
        <RangeChoice />
      </span>
      {groups.length > 0 && (
        <label className="pick property-choice">
          <Icon name="pin" />
          <span className="sr-only">{t('property')}</span>
          <select
            className="plain-select max-w-40"
            value={group ?? ''}
            onChange={({ target }) =>
              void navigate({ search: (before) => ({ ...before, group: target.value || undefined }) })
            }
          >
            <option value="">{t('all_properties')}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size="small" />
        </label>
      )}
    </>
  );
}

/** Returns true if the user may do every step of the checklist. Others never see it. */
function useMayDoAll(): boolean {
  const rights = [useCan('channels:read'), useCan('widgets:read'), useCan('reports:read')];
  return rights.every(Boolean);
}
