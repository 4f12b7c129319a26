/**
 * `GET` to reviews: the most used tags of the caller's sub account, at most {@link MAX_OWN_TAGS}. The response is 200 with an
 * {@link OwnTagsResponse}.
 */
export const OWN_TAGS_PATH = '/internal/tags';

export const MAX_OWN_TAGS = 200;

export interface OwnTagsResponse {
  /** The most used ones first. */
  tags: { id: number; name: string }[];
}
