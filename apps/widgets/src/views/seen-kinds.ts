/** What the element reports: the last class of the link or button that a visitor used. */
export const SEEN_KINDS = ['more', 'open', 'thumb', 'source', 'cta', 'badge', 'pill', 'disclosure'] as const;
export type SeenKind = (typeof SEEN_KINDS)[number];
