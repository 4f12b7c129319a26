/**
 * `GET` with the query of GET /reviews/get, answered like it, for callers who may read widgets but not necessarily reviews. The
 * widgets service passes the responses on.
 */
export const WIDGET_REVIEWS_PATH = '/internal/reviews/list';
