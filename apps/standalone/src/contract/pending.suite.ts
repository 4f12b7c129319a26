/** Endpoints that do not exist yet. An endpoint in the document must not be listed here, so this list only shrinks. */
export const PENDING: readonly string[] = [
  'POST /channels/authorize_url',
  'POST /channels/discover',
  'GET /channels/ai/summary/{id}',
  'POST /channels/ai/summary/{id}',
  'GET /channels/ai/insights/{id}',
  'GET /invite/requests/get',
  'GET /invite/requests/get/{id}',
  'POST /invite/requests/add',
  'POST /invite/requests/add_bulk',
  'POST /invite/requests/send/{id}',
  'PUT /invite/requests/update/{id}',
  'DELETE /invite/requests/delete/{id}',
  'GET /invite/requests/activity/{id}',
  'PUT /invite/requests/reviewed/{id}',
  'POST /invite/requests/stop_sequence/{id}',
  'GET /invite/settings/get',
  'GET /invite/settings/list',
  'POST /invite/settings/add',
  'PUT /invite/settings/update/{settings_id}',
  'DELETE /invite/settings/delete/{settings_id}',
  'GET /invite/templates/list',
  'GET /invite/templates/get/{slug}',
  'GET /groups',
  'POST /groups',
  'PUT /groups/{id}',
  'DELETE /groups/{id}',
];

/** Body fields that do not exist yet. */
export const PENDING_FIELDS: Readonly<Record<string, string>> = {
  'PUT /channels/update/{id}': 'group_id:integer',
};
