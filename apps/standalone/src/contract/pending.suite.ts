/** Endpoints that do not exist yet. An endpoint in the document must not be listed here, so this list only shrinks. */
export const PENDING: readonly string[] = [
  'POST /channels/authorize_url',
  'POST /channels/discover',
  'GET /groups',
  'POST /groups',
  'PUT /groups/{id}',
  'DELETE /groups/{id}',
];

/** Body fields that do not exist yet. */
export const PENDING_FIELDS: Readonly<Record<string, string>> = {
  'PUT /channels/update/{id}': 'group_id:integer',
};
