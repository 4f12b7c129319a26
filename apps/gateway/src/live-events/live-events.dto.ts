import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';

/** Query of GET /app/events. */
export class LiveEventsQuery {
  /** The sub account whose events the page shows. */
  @Matches(/^[1-9]\d{0,14}$/, { message: 'sub_account must be the id of a sub account' })
  sub_account: string;

  /** The id of the last message, for a page that opens a new stream itself. A browser sends the header Last-Event-ID instead. */
  @Optional()
  last_event_id?: string;
}
