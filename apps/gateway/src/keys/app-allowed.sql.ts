/**
 * The SQL condition that the account `a` allows the connected app whose key is `k`. A list may name the host of metadata documents,
 * which proves who published the app.
 */
export const APP_ALLOWED_SQL = `(a.oauth_policy = 'all' or (a.oauth_policy = 'listed' and (
  k.oauth_client_id = any (a.oauth_allowed_apps)
  or (k.oauth_registered = 'document' and k.oauth_host = any (a.oauth_allowed_apps)))))`;
