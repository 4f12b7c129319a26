/** `GET` to reviews: how many reviews it has of a channel of the caller. The response is 200 with a {@link ChannelReviewsResponse}. */
export function channelReviewsPath(channelId: number): string {
  return `/internal/reviews/of_channel/${channelId}`;
}

export interface ChannelReviewsResponse {
  count: number;
}
