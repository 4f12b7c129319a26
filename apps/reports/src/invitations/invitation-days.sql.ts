import { type DayTable, signsWhere } from '../days/day-table.sql';

/** The invitations that were created on a day, by the stages that they reached. */
export const INVITATION_DAYS: DayTable = {
  table: 'invitation_days',
  records: 'invitations',
  dayOf: '(created_on at time zone counted_timezone)::date',
  live: 'true',
  key: ['account_id', 'sub_account_id', 'day', 'settings_id', 'type', 'step'],
  counts: {
    queued: signsWhere('queued_on is not null'),
    sent: signsWhere('sent_on is not null and kept_on is null'),
    kept: signsWhere('kept_on is not null'),
    delivered: signsWhere('confirmed_on is not null and failed_on is null'),
    opened: signsWhere('opened_on is not null'),
    clicked: signsWhere('clicked_on is not null'),
    reviewed: signsWhere('reviewed_on is not null'),
    unsubscribed: signsWhere('unsubscribed_on is not null'),
    failed: signsWhere('failed_on is not null'),
  },
  rowsOf: (invitations) => invitations,
  onChange: [],
};
