import { addToDays, withZones } from '../../apps/reports/src/days/day-table.sql';
import { INVITATION_DAYS } from '../../apps/reports/src/invitations/invitation-days.sql';
import { REVIEW_DAYS, TAG_DAYS } from '../../apps/reports/src/reviews/review-days.sql';
import { fillWithoutIndexes, inShares } from './bulk-load';
import { administer } from './reviews';
import { sized } from './sizes';

/** The sub account with `large` reviews. */
export const LARGE_TENANT = 1;
/** A sub account with {@link PER_TENANT} reviews in every table. */
export const TENANT = 2;
const PER_TENANT = sized(5_000, 500);
const FIRST_NEIGHBOUR = 3;
const PER_NEIGHBOUR = 1_000;

const YEARS = 5;
const CHANNELS = 10;
/** The platforms of the channels, in turn. Two of them have a scale of 10. */
const TYPES = `(values (0, 'app_store', 'Apple App Store', 5), (1, 'website_schema', 'Website', 5),
  (2, 'hotels', 'Hotels', 10), (3, 'tables', 'Tables', 10)) as platform (place, type, label, scale)`;
/** A neighbour's channels and the tenants' last ones were measured for this long, the other channels of the tenants for all years. */
const SHORT_HISTORY_DAYS = 30;

interface Sizes {
  /** Reviews of all sub accounts. */
  reviews: number;
  /** Reviews of {@link LARGE_TENANT}. */
  large: number;
}

/** Returns the id of one of the ten channels of a sub account. Channel 9 was connected lately. */
export function channelOf(subAccount: number, place: number): number {
  return subAccount * 100 + place;
}

/**
 * Fills an empty reports service with the reviews of five years, those of all sub accounts mixed, oldest first. The days are
 * counted by the service's own statement.
 */
export async function fillReports(adminUrl: string, sizes: Sizes): Promise<void> {
  const run = (sql: string): Promise<unknown> => administer(adminUrl, `set search_path = reports; ${sql}`);
  const subAccounts =
    FIRST_NEIGHBOUR - 1 + Math.ceil((sizes.reviews - sizes.large - PER_TENANT) / PER_NEIGHBOUR);
  await run(ownersOf(subAccounts));
  const indexed = ['reviews', 'review_days', 'invitations'].map((table) => `reports.${table}`);
  await fillWithoutIndexes(adminUrl, indexed, async () => {
    await inShares(adminUrl, sizes.reviews, (from, to) => reviewsOf(sizes, from, to));
    await inShares(adminUrl, sizes.reviews, (from, to) => invitationsOf(sizes, from, to));
    await inShares(adminUrl, subAccounts, countsOf);
  });
  await run(ratingDaysOf(subAccounts));
  await administer(adminUrl, 'vacuum analyze');
}

/** The sub accounts with their channels, tags and profiles of invitations. Both tenants belong to account 1, each neighbour to an account of its own. */
function ownersOf(subAccounts: number): string {
  const owners = `(select n as sub_account_id, case when n < ${FIRST_NEIGHBOUR} then 1 else n end as account_id
    from generate_series(${LARGE_TENANT}, ${subAccounts}) as n) as owner`;
  return `
    insert into sub_accounts (sub_account_id, account_id, counted_timezone)
      select sub_account_id, account_id, 'UTC' from ${owners};
    insert into tags (id, account_id, sub_account_id, name, named_on)
      select sub_account_id * 100 + n, account_id, sub_account_id, 'tag ' || n, now()
      from ${owners}, generate_series(0, 9) as n;
    insert into invite_settings (id, account_id, sub_account_id, name, named_on)
      select sub_account_id * 10 + n, account_id, sub_account_id, 'profile ' || n, now()
      from ${owners}, generate_series(0, 1) as n;
    insert into channels (id, account_id, sub_account_id, type, type_id, label, name, score, rating_scale, reviews, version)
      select sub_account_id * 100 + n, account_id, sub_account_id, type, place, label, 'Branch ' || n,
        scale * (70 + n) / 100.0, scale, 100 + n, 1
      from ${owners}, generate_series(0, ${CHANNELS - 1}) as n join ${TYPES} on place = n % 4;`;
}

/** The numbers `from` to `to`, each with a hash `h` and the sub account to which its records belong, all of them mixed. */
function numbered({ reviews, large }: Sizes, from: number, to: number): string {
  return `(select n, abs(hashint8(n)::bigint) as h, owner as sub_account_id,
      case when owner < ${FIRST_NEIGHBOUR} then 1 else owner end as account_id
    from generate_series(${from}, ${to}) as n,
      lateral (select n::bigint * 7919 % ${reviews} as place) as mixed,
      lateral (select case when place < ${large} then ${LARGE_TENANT} when place < ${large + PER_TENANT} then ${TENANT}
        else ${FIRST_NEIGHBOUR} + (place - ${large + PER_TENANT}) / ${PER_NEIGHBOUR} end as owner) as owned) as numbered`;
}

/** When the record `n` of all was made. */
function madeOn({ reviews }: Sizes): string {
  return `now() - (${reviews} - n) * interval '${YEARS} years' / ${reviews}`;
}

/** Inserts the reviews number `from` to `to`. */
function reviewsOf(sizes: Sizes, from: number, to: number): string {
  return `
    insert into reports.reviews (id, account_id, sub_account_id, channel_id, type, label, rating_value, rating_scale, star,
      posted_on, tag_ids, replied, reply_seconds, review_day, version)
    select n, account_id, sub_account_id, sub_account_id * 100 + channel, type, label, star * scale / 5, scale, star,
      made, case when h / 7 % 3 = 0 then array[sub_account_id * 100 + h / 11 % 10] else '{}' end,
      h / 13 % 2 = 0, reply_seconds, case when reply_seconds is not null then (made at time zone 'UTC')::date end, 1
    from ${numbered(sizes, from, to)},
      lateral (select h / 1000 % ${CHANNELS} as channel,
        nullif((array[5, 5, 5, 5, 5, 4, 4, 3, 1, 0])[1 + h % 10], 0) as star,
        case when h / 13 % 4 = 0 then h / 17 % 1000000 end as reply_seconds, ${madeOn(sizes)} as made) as what
      join ${TYPES} on place = channel % 4`;
}

/** Inserts an invitation for every fifth number from `from` to `to`: of two profiles, by mail and SMS, with two reminders. */
function invitationsOf(sizes: Sizes, from: number, to: number): string {
  return `
    insert into reports.invitations (id, account_id, sub_account_id, settings_id, type, step, created_on, version,
      queued_on, sent_on, confirmed_on, opened_on, clicked_on, reviewed_on)
    select n, account_id, sub_account_id, sub_account_id * 10 + h % 2, case when h / 3 % 4 = 0 then 'sms' else 'email' end,
      h / 5 % 3, made, 1, made, made, made, case when h / 7 % 2 = 0 then made end, case when h / 7 % 4 = 0 then made end,
      case when h / 7 % 8 = 0 then made end
    from ${numbered(sizes, from, to)}, lateral (select ${madeOn(sizes)} as made) as dated
    where n % 5 = 0`;
}

/** Counts the days of the sub accounts `from` to `to`. */
function countsOf(from: number, to: number): string {
  return `set search_path = reports;
    with changes as (
      ${withZones(`select reviews.*, 1 as sign from reviews where sub_account_id between ${from} and ${to}`)}
    ), tag_counts as (${addToDays(TAG_DAYS, 'changes')})
    ${addToDays(REVIEW_DAYS, 'changes')};
    with changes as (
      ${withZones(`select invitations.*, 1 as sign from invitations where sub_account_id between ${from} and ${to}`)}
    )
    ${addToDays(INVITATION_DAYS, 'changes')}`;
}

/** One row for each channel and measured day. */
function ratingDaysOf(subAccounts: number): string {
  return `
    insert into rating_days (channel_id, day, account_id, sub_account_id, score, rating_scale, reviews, checked_on)
    select id, day, account_id, sub_account_id, score, rating_scale, reviews, day + interval '3 hours'
    from channels, lateral (select case when sub_account_id < ${FIRST_NEIGHBOUR} and id % 100 < ${CHANNELS - 1}
        then ${YEARS} * 365 else ${SHORT_HISTORY_DAYS} end as days) as measured,
      lateral (select current_date - n as day from generate_series(0, days - 1) as n) as dated
    where sub_account_id <= ${subAccounts} order by id, day`;
}
