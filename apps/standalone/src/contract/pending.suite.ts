/** Endpoints that do not exist yet. An endpoint in the document must not be listed here, so this list only shrinks. */
export const PENDING: readonly string[] = ['POST /channels/authorize_url', 'POST /channels/discover'];
