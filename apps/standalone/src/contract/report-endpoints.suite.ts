import type { Endpoint } from './endpoint.suite';

const SUCCESS = 'success:boolean';
const FILTERS = 'sub_accounts:string channels:string groups:string type:integer compare:string format:string';
const PERIOD = 'from:string to:string';

/** The reports and the rating history, each with the fields of the API 1.5.0 and the additions of this product. */
export const REPORT_ENDPOINTS: readonly Endpoint[] = [
  {
    at: 'GET /channels/rating_history/{id}',
    query: 'days:integer format:string',
    answer: 'history:array',
  },
  { at: 'GET /reports/ratings', query: FILTERS, answer: `${SUCCESS} types:object totals:object previous` },
  {
    at: 'GET /reports/reviews_over_time',
    query: `range:integer type:integer channel_id:integer ${FILTERS}`,
    answer: `${SUCCESS} labels:array datasets:object distributions:object previous change`,
  },
  {
    at: 'GET /reports/average_rating',
    query: `months:integer ${FILTERS}`,
    answer: 'months:array previous change',
  },
  {
    at: 'GET /reports/daily',
    query: `days:integer ${FILTERS}`,
    answer: `${SUCCESS} from:string to:string days:array previous change`,
  },
  {
    at: 'GET /reports/rating_distribution',
    query: `${PERIOD} ${FILTERS}`,
    answer: 'total:integer distribution:object previous change',
  },
  {
    at: 'GET /reports/tags',
    query: `tags:string limit:integer ${PERIOD} ${FILTERS}`,
    answer: `${SUCCESS} from:string to:string tags_total:integer tags:array previous`,
  },
  {
    at: 'GET /reports/response',
    query: `${PERIOD} ${FILTERS}`,
    answer: `${SUCCESS} from:string to:string totals:object months:array platforms:array previous change`,
  },
  {
    at: 'GET /reports/invitations',
    query: `settings_id:integer send_type:string step:integer ${PERIOD} sub_accounts:string compare:string format:string`,
    answer: `${SUCCESS} from:string to:string totals:object profiles:array types:object steps:array previous change`,
  },
  { at: 'GET /reports/settings', answer: 'timezone default_timezone:string' },
  { at: 'PUT /reports/settings', body: 'timezone!', answer: `${SUCCESS} settings:object` },
];
