import { isDated } from '@plaudit/contracts/posted-day';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Change } from '../../../charts/change';
import { Sparkline } from '../../../charts/sparkline';
import { Stars } from '../../../components/display/stars';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { currentRating } from '../../reports/data/averages';
import { daysAgo, firstDay } from '../../reports/data/months';
import { keptAll, reportQuery, type Reports, useReportZone } from '../../reports/data/reports-data';
import { countsQuery, waitingQuery } from '../data/overview-data';
import { sumsOf } from '../data/sums';
import { type Place, PlaceLink } from '../lists/place-link';

const NO_RATING = { value: null, count: 0, isCollected: false };
const NEW_DAYS = 30;
const WEEK_DAYS = 7;
/** The days of each point of the line. Single days of a small business are a saw. */
const SPARK_DAYS = 3;
/** As the reports show them behind the link. */
const INVITATION_MONTHS = 3;
/** A rating at or below this one is no praise. */
const MIDDLING_RATING = 3;
const DAY_MS = 86_400_000;

/** The property that the overview shows. Empty for all. */
export type Property = { groups?: string };

/** The four numbers of the overview. Each leads to the list behind it. */
export function Figures({ property }: { property: Property }): ReactNode {
  const reports = useCan('reports:read');
  const reviews = useCan('reviews:read');
  return (
    <div className="figures">
      {reports && <RatingFigure property={property} />}
      {reviews && <NewFigure property={property} />}
      {reviews && <WaitingFigure property={property} />}
      {reports && <InvitationFigure />}
    </div>
  );
}

function Figure({
  place,
  label,
  value,
  beside,
  children,
}: {
  place: Place;
  label: string;
  value: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <PlaceLink place={place}>
      <span className="label">{label}</span>
      <span className="flex items-center gap-2">
        <span className="big-figure">{value}</span>
        <span className="ms-auto">{beside}</span>
      </span>
      <span className="help-text">{children}</span>
    </PlaceLink>
  );
}

function RatingFigure({ property }: { property: Property }): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const { data } = useQuery(reportQuery(useApi(), 'ratings', { ...property, compare: 'previous' }));
  const { value: rating, count, isCollected } = data ? currentRating(data.totals) : NO_RATING;
  const before = isCollected ? null : (data?.previous?.totals.rating_value ?? null);
  const change = rating === null || before === null ? null : Math.round((rating - before) * 100) / 100;
  const size = change === null ? '' : formats.number(Math.abs(change), 2);
  return (
    <Figure
      place={{ to: '/$account/reports', search: property }}
      label={t(isCollected ? 'rating_collected' : 'rating')}
      value={rating === null ? '–' : formats.number(rating, 2)}
      beside={rating !== null && <Stars value={rating} />}
    >
      {change !== null && (
        <>
          <Change value={change} text={size} words={changeWords(t, change, size)} /> {t('vs_30_days')}{' '}
        </>
      )}
      {data && t(isCollected ? 'collected_of' : 'n_reviews', { count })}
    </Figure>
  );
}

function NewFigure({ property }: { property: Property }): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const api = useApi();
  const now = new Date();
  const since = daysAgo(NEW_DAYS - 1, now);
  const { data } = useQuery(countsQuery(api, { ...property, since }));
  const earlier = { since: daysAgo(2 * NEW_DAYS - 1, now), until: daysAgo(NEW_DAYS, now) };
  const before = useQuery(countsQuery(api, { ...property, ...earlier })).data;
  const week = useQuery(countsQuery(api, { ...property, since: daysAgo(WEEK_DAYS - 1, now) })).data;
  const daily = useQuery({
    ...reportQuery(api, 'daily', { ...property, days: NEW_DAYS, compare: 'previous' }),
    enabled: useCan('reports:read'),
  }).data;
  const change = data && before && before.total > 0 ? data.total / before.total - 1 : null;
  const size = change === null ? '' : formats.percent(Math.abs(change));
  return (
    <Figure
      place={{ to: '/$account/inbox', search: { ...property, since, status: 'all' } }}
      label={t('new_30')}
      value={data ? formats.number(data.total) : '–'}
      beside={
        daily && (
          <Sparkline
            values={sumsOf(
              daily.days.map(({ reviews }) => reviews),
              SPARK_DAYS,
            )}
          />
        )
      }
    >
      {change !== null && (
        <>
          <Change value={change} text={size} words={changeWords(t, change, size)} />{' '}
        </>
      )}
      {before && t('vs_count', { count: before.total })}
      {week && ` · ${t('in_7_days', { count: week.total })}`}
    </Figure>
  );
}

function WaitingFigure({ property }: { property: Property }): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const api = useApi();
  const { data } = useQuery(countsQuery(api, property));
  const low = useQuery(countsQuery(api, { ...property, max_rating: MIDDLING_RATING })).data;
  const oldest = useQuery(waitingQuery(api, property, 'oldest')).data?.find(isDated);
  const posted = oldest && formats.posted(oldest);
  const isLate = oldest !== undefined && Date.now() - apiDate(oldest.created_on).getTime() > DAY_MS;
  return (
    <Figure
      place={{ to: '/$account/inbox', search: property }}
      label={t('waiting')}
      value={data ? formats.number(data.inbox) : '–'}
    >
      {data?.inbox === 0 && t('all_caught_up')}
      {posted && (
        <span className={isLate ? 'font-medium text-warn' : ''}>{t('oldest', { date: posted.day })}</span>
      )}
      {oldest && low && ` · ${t('low_waiting', { count: low.inbox })}`}
    </Figure>
  );
}

function InvitationFigure(): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const zone = useReportZone();
  const from = firstDay(INVITATION_MONTHS, zone ?? 'UTC', new Date());
  const { data } = useQuery({
    ...reportQuery(useApi(), 'invitations', { from }),
    enabled: zone !== undefined,
  });
  const rate = data?.totals.rates.reviewed ?? null;
  return (
    <Figure
      place={{ to: '/$account/reports', search: { tab: 'invitations', range: String(INVITATION_MONTHS) } }}
      label={t('invitations_rate')}
      value={rate === null ? '–' : formats.percent(rate, 1)}
    >
      {data && invitedWords(t, data.totals)}
    </Figure>
  );
}

function invitedWords(
  t: ReturnType<typeof useTexts<'overview'>>,
  totals: Reports['invitations']['totals'],
): string {
  const { reviewed: count, sent, kept } = totals;
  const months = INVITATION_MONTHS;
  if (keptAll(totals)) return t('reviewed_of_kept', { count, kept, months });
  return sent === 0 ? t('none_sent', { months }) : t('reviewed_of', { count, sent, months });
}

function changeWords(t: ReturnType<typeof useTexts<'overview'>>, change: number, size: string): string {
  if (change === 0) return t('unchanged');
  return t(change > 0 ? 'up_by' : 'down_by', { value: size });
}
