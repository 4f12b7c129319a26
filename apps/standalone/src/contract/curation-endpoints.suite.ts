import type { Endpoint } from './endpoint.suite';

const SUCCESS = 'success:boolean';

/** The additions of this product to the operations on reviews. */
export const CURATION_ENDPOINTS: readonly Endpoint[] = [
  {
    at: 'PUT /reviews/update_bulk',
    body: 'ids:array filter:object status tags_add:array tags_remove:array validate_only:boolean',
    answer:
      'success:boolean validate_only:boolean total:integer valid:integer invalid:integer updated:integer remaining:integer ids:array errors:array',
  },
  { at: 'GET /reviews/export', query: 'format:string rating:string q:string updated_since:string' },
  {
    at: 'GET /reviews/counts',
    query:
      'rating:string languages:string groups:string with_text:integer without_reply:integer facets:string facet_status:string',
    answer: 'inbox:integer approved:integer ignored:integer total:integer facets:object',
  },
  { at: 'GET /reviews/views', answer: 'items:array' },
  {
    at: 'POST /reviews/views',
    body: 'name!:string filters!:object position:integer',
    answer: `${SUCCESS} view:object`,
  },
  {
    at: 'PUT /reviews/views/{id}',
    body: 'name:string filters:object position:integer',
    answer: `${SUCCESS} view:object`,
  },
  { at: 'DELETE /reviews/views/{id}', answer: SUCCESS },
  { at: 'GET /reviews/history/{id}', answer: 'items:array' },
  {
    at: 'GET /reviews/deleted',
    query: 'since:string limit:integer cursor:string',
    answer: 'count:integer items:array next_cursor:string deleted_until:string',
  },
  { at: 'GET /widgets/showing/{review_id}', answer: 'widgets:array' },
  { at: 'POST /widgets/showing', body: 'ids!:array', answer: 'widgets:array' },
  { at: 'GET /sources', answer: 'count:integer items:array' },
  { at: 'POST /sources', body: 'name!:string', answer: `${SUCCESS} id:integer source:object` },
  { at: 'PUT /sources/{id}', body: 'name!:string', answer: `${SUCCESS} source:object` },
  { at: 'DELETE /sources/{id}', query: 'move_to:integer', answer: `${SUCCESS} source:object` },
  { at: 'POST /sources/{id}/merge', body: 'into!:integer', answer: `${SUCCESS} source:object` },
  { at: 'GET /sources/get', answer: 'count:integer items:array' },
  { at: 'POST /sources/add', body: 'name!:string' },
  { at: 'GET /tags', answer: 'count:integer items:array' },
  { at: 'POST /tags', body: 'name!:string', answer: `${SUCCESS} id:integer tag:object` },
  { at: 'PUT /tags/{id}', body: 'name!:string', answer: `${SUCCESS} tag:object` },
  { at: 'DELETE /tags/{id}', answer: SUCCESS },
  { at: 'POST /tags/{id}/merge', body: 'into!:integer', answer: `${SUCCESS} tag:object` },
  {
    at: 'POST /privacy/erase',
    body: 'recipient:string from_email:string',
    answer: `${SUCCESS} reviews:integer invitations:integer sub_accounts:array`,
  },
];
