import type { Endpoint } from './endpoint.suite';

/** The operations of API keys and of connected apps. */
export const ACCESS_ENDPOINTS: readonly Endpoint[] = [
  {
    at: 'GET /keys',
    query: 'limit:integer cursor:integer',
    answer: 'keys:array next_cursor:integer',
  },
  {
    at: 'POST /keys',
    status: 201,
    body: 'name:string role:string account_management:boolean scopes:array sub_account_id:integer expires_on:string allowed_ips:array',
    answer: 'key:string created_by:object',
  },
  {
    at: 'PUT /keys/{id}',
    body: 'name:string expires_on:string allowed_ips:array',
    answer: 'id:integer name:string allowed_ips:array',
  },
  { at: 'DELETE /keys/{id}', answer: 'success:boolean' },
  {
    at: 'GET /apps',
    query: 'limit:integer cursor:integer',
    answer: 'count:integer items:array next_cursor:integer',
  },
  { at: 'DELETE /apps/{id}', answer: 'success:boolean' },
  { at: 'GET /apps/policy', answer: 'policy:string allowed_apps:array' },
  {
    at: 'PUT /apps/policy',
    body: 'policy!:string allowed_apps:array',
    answer: 'policy:string allowed_apps:array',
  },
];
