import type { Endpoint } from './endpoint.suite';

const SUCCESS = 'success:boolean';
const REQUEST =
  'id:integer type:string status:string name:string recipient:string schedule:string data:object parent_id:integer';
const REQUEST_INPUT =
  'recipient!:string name:string type:string schedule:string delay:integer delay_unit:string settings_id:integer ' +
  'data:object country:string timezone:string channels:array reference:string followup:boolean ignore_cooldown:boolean';
const BULK =
  'success:boolean validate_only:boolean total:integer valid:integer invalid:integer inserted:integer ids:array errors:array';

/** The invitations of the API 1.5.0, and after them the additions of this product. */
export const INVITE_ENDPOINTS: readonly Endpoint[] = [
  {
    at: 'GET /invite/requests/get',
    query:
      'status:string status_not:string search:string recipient:string parent_id:integer type:string start:integer ' +
      'limit:integer order:string sort:string settings_id:integer reference:string',
    answer: 'count:integer items:array',
  },
  { at: 'GET /invite/requests/get/{id}', answer: REQUEST },
  {
    at: 'POST /invite/requests/add',
    body: REQUEST_INPUT,
    answer: `${SUCCESS} id:integer request:object`,
    once: true,
  },
  {
    at: 'POST /invite/requests/add_bulk',
    body: 'requests!:array validate_only:boolean settings_id:integer',
    answer: BULK,
    once: true,
  },
  { at: 'POST /invite/requests/send/{id}', answer: `${SUCCESS} request:object` },
  {
    at: 'PUT /invite/requests/update/{id}',
    body: 'name:string recipient:string schedule:string data:object',
    answer: SUCCESS,
  },
  { at: 'DELETE /invite/requests/delete/{id}', answer: SUCCESS },
  { at: 'GET /invite/requests/activity/{id}', answer: `${SUCCESS} request:object activity:array` },
  { at: 'PUT /invite/requests/reviewed/{id}', answer: SUCCESS },
  { at: 'POST /invite/requests/stop_sequence/{id}', answer: `${SUCCESS} stopped_steps:integer` },
  { at: 'GET /invite/settings/get', query: 'settings_id:integer', answer: 'id:integer settings:object' },
  { at: 'GET /invite/settings/list', answer: `${SUCCESS} settings:array` },
  {
    at: 'POST /invite/settings/add',
    body: 'settings!:object',
    answer: `${SUCCESS} id:integer settings:object`,
    once: true,
  },
  { at: 'PUT /invite/settings/update/{settings_id}', body: 'settings!:object', answer: SUCCESS },
  { at: 'DELETE /invite/settings/delete/{settings_id}', answer: SUCCESS },
  { at: 'GET /invite/templates/list', answer: `${SUCCESS} templates:array` },
  {
    at: 'GET /invite/templates/get/{slug}',
    query: 'language:string settings_id:integer step:integer',
    answer: `${SUCCESS} html:string subject:string`,
  },

  {
    at: 'GET /invite/suppressions/get',
    query: 'limit:integer cursor:integer type:string reason:string search:string hour:string',
    answer: 'items:array next_cursor:integer',
  },
  {
    at: 'POST /invite/suppressions/add',
    body: 'recipient!:string type:string',
    answer: `${SUCCESS} id:integer suppression:object`,
    once: true,
  },
  {
    at: 'POST /invite/suppressions/import',
    body: 'recipients!:array validate_only:boolean',
    answer: BULK,
    once: true,
  },
  { at: 'DELETE /invite/suppressions/delete/{id}', answer: SUCCESS },
  {
    at: 'GET /invite/suppressions/groups',
    query: 'reason:string limit:integer cursor:integer',
    answer: 'items:array next_cursor:integer',
  },
  {
    at: 'POST /invite/suppressions/undo',
    body: 'reason!:string hour!:string',
    answer: `${SUCCESS} removed:integer`,
  },
  { at: 'GET /invite/sending/status', answer: 'mail:object sms:object stops:array fuses:array' },
  { at: 'POST /invite/sending/retry', body: 'sender:string', answer: `${SUCCESS} senders:integer` },
  {
    at: 'GET /invite/fuses/requests/{id}',
    query: 'limit:integer cursor:integer search:string',
    answer: 'items:array next_cursor:integer',
  },
  {
    at: 'POST /invite/fuses/decide/{id}',
    body: 'suppress!:boolean undo:boolean',
    answer: `${SUCCESS} suppressed:integer undone:integer`,
  },
];
