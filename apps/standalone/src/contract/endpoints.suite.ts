import { ACCESS_ENDPOINTS } from './access-endpoints.suite';
import { CURATION_ENDPOINTS } from './curation-endpoints.suite';
import type { Endpoint } from './endpoint.suite';
import { INVITE_ENDPOINTS } from './invite-endpoints.suite';
import { REPORT_ENDPOINTS } from './report-endpoints.suite';

const REVIEW =
  'id:integer type:string label:string platform:string text:string sentiment from_name:string from_image from_url ' +
  'post_url rating_value:number rating_scale:integer posted_on:string tags:array additional media:array';
const REVIEW_FILTERS =
  'rating:string channels:string sources:string tags:string q:string keyword:string media_only:integer ' +
  'with_photos:integer limit:integer min_rating:number max_rating:number since:string until:string translate:string ' +
  'before_ts:integer before_id:integer sort:string cursor:string updated_since:string platforms:string kept:integer ' +
  'with_text:integer without_reply:integer languages:string groups:string status';
const REVIEW_LIST =
  'count:integer limit:integer items:array next_before_ts:integer next_before_id:integer next_cursor:string';
const CHANNEL = 'id:integer type:string label:string name:string score:number reviews:integer group:integer';
const BULK =
  'success:boolean validate_only:boolean total:integer valid:integer invalid:integer inserted:integer ids:array errors:array';
const IMPORT =
  'success:boolean validate_only:boolean total:integer valid:integer invalid:integer inserted:integer updated:integer errors:array';
const SUCCESS = 'success:boolean';
const WEBHOOK =
  'id:integer url:string events:array active:boolean sub_account_ids:array format:string created_on:string';
const WEBHOOK_INPUT = 'url events:array sub_account_ids:array active:boolean';
const WIDGET = 'id:integer type:string name:string active:boolean settings:object embed:object';
const ACCOUNT =
  'created_on company_name website vanity_url properties:integer video:integer invite:integer invite_credits:integer ' +
  'plan:string sub_accounts:integer';
const SUMMARY = 'summary language based_on_reviews:integer generated_on model evidence:array';

/** The operations of the API 1.5.0, and after them the additions of this product. */
export const ENDPOINTS: readonly Endpoint[] = [
  { at: 'GET /hello', answer: SUCCESS },

  { at: 'GET /reviews/get', query: REVIEW_FILTERS, answer: REVIEW_LIST },
  { at: 'GET /reviews/get/{id}', answer: REVIEW },
  {
    at: 'POST /reviews/add',
    body: 'from_name!:string text!:string posted_on!:string',
    answer: `${SUCCESS} id:integer review:object`,
    once: true,
  },
  { at: 'POST /reviews/add_bulk', body: 'reviews!:array validate_only:boolean', answer: BULK, once: true },
  {
    at: 'PUT /reviews/update/{id}',
    body:
      'status text:string from_name:string posted_on:string rating_value from_image post_url video_url ' +
      'source_id:integer tags:array',
    answer: `${SUCCESS} review:object`,
  },
  { at: 'DELETE /reviews/delete/{id}', answer: SUCCESS },

  {
    at: 'GET /channels/get',
    query: 'limit:integer cursor:integer updated_since:string group:string',
    answer: 'count:integer items:array next_cursor:integer updated_until:string',
  },
  {
    at: 'GET /channels/deleted',
    query: 'since:string limit:integer cursor:string',
    answer: 'count:integer items:array next_cursor:string deleted_until:string',
  },
  { at: 'GET /channels/get/{id}', answer: CHANNEL },
  { at: 'GET /channels/types', answer: 'count:integer items:array' },
  { at: 'GET /channels/types/{type}', answer: 'id:integer type:string label:string method:string' },
  {
    at: 'POST /channels/check',
    body: 'type!:string url:string access_token:string trend_id:string stores:string countries:string',
    answer: SUCCESS,
  },
  {
    at: 'POST /channels/add',
    body: 'type!:string url:string access_token:string trend_id:string stores:string countries:string group_id:integer',
    answer: `${SUCCESS} crawl_queued:boolean channel:object`,
    once: true,
  },
  {
    at: 'POST /channels/authorize_url',
    body: 'type!:string subdomain:string',
    answer: `${SUCCESS} type:string authorize_url:string`,
  },
  {
    at: 'GET /channels/connections/{id}',
    answer:
      'id:integer type:string label:string status:string locations:array channel_id:integer error_msg:string expires_on:string',
  },
  {
    at: 'PUT /channels/update/{id}',
    body: 'name:string auto_approve:boolean auto_approve_4_stars:boolean stores:string countries:string group_id:integer',
    answer: `${SUCCESS} channel:object`,
  },
  {
    at: 'POST /channels/import',
    body: 'type!:string name!:string csv!:string mapping:object validate_only:boolean',
    query: 'type:string name:string validate_only:string',
    answer: `${IMPORT} channel`,
    once: true,
  },
  {
    at: 'POST /channels/import/{id}',
    body: 'csv!:string mapping:object validate_only:boolean',
    query: 'validate_only:string',
    answer: IMPORT,
    once: true,
  },
  {
    at: 'DELETE /channels/delete/{id}',
    query: 'keep_reviews:integer',
    answer: `${SUCCESS} reviews_kept:integer`,
  },
  { at: 'POST /channels/refresh/{id}', status: 202, answer: `${SUCCESS} queued:boolean msg:string` },
  {
    at: 'POST /channels/discover',
    body: 'name!:string platforms!:array country:string verify:boolean',
    answer: 'candidates:array',
  },
  { at: 'GET /channels/ai/summary/{id}', answer: `${SUMMARY} stale:boolean` },
  {
    at: 'POST /channels/ai/summary/{id}',
    body: 'length:integer language:string',
    answer: `${SUCCESS} ${SUMMARY}`,
  },
  {
    at: 'GET /channels/ai/insights/{id}',
    query: 'language:string',
    answer:
      'sentiment:object strengths:array improvements:array generated_on cached:boolean below_threshold:boolean model evidence:array',
  },

  ...INVITE_ENDPOINTS,
  ...REPORT_ENDPOINTS,

  { at: 'GET /account', answer: ACCOUNT },
  {
    at: 'GET /account/subaccounts',
    query: 'limit:integer cursor:integer q:string',
    answer: '[] id:integer name:string',
  },
  { at: 'POST /account/subaccount', body: 'name!:string properties:integer', answer: SUCCESS },
  { at: 'PUT /account/subaccount/{id}', body: 'name:string', answer: SUCCESS },
  { at: 'DELETE /account/subaccount/{id}', answer: SUCCESS },
  {
    at: 'GET /account/ai',
    answer: `${SUCCESS} ai:object translation:object daily_cap:integer used_today:integer`,
  },
  { at: 'PUT /account/ai', body: 'ai:object translation:object', answer: SUCCESS },
  {
    at: 'POST /account/ai/test',
    body: 'which:string',
    answer: `${SUCCESS} provider:string model ok:boolean latency_ms:integer result error`,
  },
  { at: 'GET /users/get', query: 'limit:integer cursor:integer', answer: '[] id:integer email:string' },
  {
    at: 'POST /users',
    body: 'email!:string password:string invite:boolean name:string sub_accounts:array',
    answer: SUCCESS,
  },
  { at: 'GET /users/{id}', answer: 'id:integer email:string name two_factor:boolean' },
  { at: 'PUT /users/{id}', body: 'name:string password:string sub_accounts:array', answer: SUCCESS },
  { at: 'DELETE /users/{id}', answer: SUCCESS },
  { at: 'DELETE /users/{id}/two_factor', answer: SUCCESS },
  { at: 'POST /users/{id}/invite', answer: 'id:integer email:string invited_until' },
  {
    at: 'POST /login/get_url',
    body: 'email!:string password!:string code:string',
    answer: `${SUCCESS} url:string alternate_url:string`,
  },
  { at: 'GET /groups', answer: 'groups:array' },
  {
    at: 'POST /groups',
    status: 201,
    body: 'name!:string',
    answer: `${SUCCESS} group:object`,
    once: true,
  },
  { at: 'PUT /groups/{id}', body: 'name!:string', answer: `${SUCCESS} group:object` },
  { at: 'DELETE /groups/{id}', answer: SUCCESS },

  { at: 'GET /webhooks/get', answer: 'webhooks:array' },
  { at: 'GET /webhooks/get/{id}', answer: WEBHOOK },
  {
    at: 'POST /webhooks/add',
    status: 201,
    body: 'url!:string events!:array sub_account_ids:array',
    answer: `${WEBHOOK} secret:string`,
  },
  { at: 'PUT /webhooks/update/{id}', body: WEBHOOK_INPUT, answer: WEBHOOK },
  { at: 'DELETE /webhooks/delete/{id}', answer: SUCCESS },
  { at: 'GET /webhooks/events', answer: 'events:array' },
  {
    at: 'GET /webhooks/deliveries/{id}',
    query:
      'status:string event:string delivery_id:string event_id:string since:string until:string limit:integer cursor:integer',
    answer: 'deliveries:array next_cursor:integer',
  },
  {
    at: 'GET /webhooks/attempts/{id}',
    answer: 'id:integer request_url:string request_headers:object request_body response_body',
  },
  {
    at: 'POST /webhooks/rotate_secret/{id}',
    body: 'grace_hours:integer',
    answer: `${WEBHOOK} secret:string previous_secret_expires_on`,
    once: true,
  },
  {
    at: 'POST /webhooks/redeliver/{delivery_id}',
    answer: `${SUCCESS} delivery_id:string webhook_id:integer attempt:integer`,
  },
  {
    at: 'POST /webhooks/recover/{id}',
    body: 'since!:string until:string',
    answer: `${SUCCESS} recovered:integer more:boolean`,
  },
  {
    at: 'POST /webhooks/test/{id}',
    answer: `${SUCCESS} status_code:integer error:string response:object`,
  },

  { at: 'GET /widgets/types', answer: 'types:array' },
  {
    at: 'GET /widgets/get',
    query: 'limit:integer cursor:integer',
    answer: 'widgets:array next_cursor:integer',
  },
  { at: 'GET /widgets/get/{id}', answer: WIDGET },
  {
    at: 'GET /widgets/views',
    query: 'days:integer widgets:string cursor:integer',
    answer: 'days:array items:array next_cursor:integer',
  },
  { at: 'GET /widgets/{id}/reviews', query: `${REVIEW_FILTERS} status:string`, answer: REVIEW_LIST },
  {
    at: 'POST /widgets/add',
    status: 201,
    body: 'type!:string settings:object name:string active:boolean',
    answer: WIDGET,
  },
  { at: 'PUT /widgets/update/{id}', body: 'settings:object active:boolean name:string', answer: WIDGET },
  { at: 'DELETE /widgets/delete/{id}', answer: SUCCESS },
  {
    at: 'POST /widgets/preview',
    body: 'type:string id:integer settings lang:string',
    answer: 'sample:boolean key:string type:string settings:object summary:object reviews:array css:string',
  },
  { at: 'GET /widgets/templates', query: 'type:string', answer: 'templates:array' },

  ...ACCESS_ENDPOINTS,
  {
    at: 'PUT /account',
    body: 'company_name:string website:string vanity_url:string api_enabled:boolean',
    answer: SUCCESS,
  },
  { at: 'POST /account/vanity_url/verify', answer: `${SUCCESS} vanity_status:string vanity_proof` },
  {
    at: 'GET /account/audit',
    query:
      'limit:integer before_id:integer action:string actor_type:string actor_id:integer target_type:string target_id:integer since:string until:string',
    answer: 'items:array next_before_id:integer',
  },
  {
    at: 'GET /account/audit.csv',
    query:
      'before_id:integer action:string actor_type:string actor_id:integer target_type:string target_id:integer since:string until:string',
  },
  {
    at: 'POST /reviews/ai/reply/{id}',
    body: 'tone:string language:string',
    answer: `${SUCCESS} id:integer reply:string language:string tone:string model:string generated_on:string`,
  },
  {
    at: 'POST /reviews/ai/tags/{id}',
    answer: `${SUCCESS} id:integer tags:array model generated_on:string`,
  },
  { at: 'GET /reviews/ai/settings', answer: `${SUCCESS} signature:string` },
  { at: 'PUT /reviews/ai/settings', body: 'signature:string', answer: `${SUCCESS} signature:string` },
  ...CURATION_ENDPOINTS,
  { at: 'GET /openapi.json' },
  { at: 'POST /mcp' },
];
