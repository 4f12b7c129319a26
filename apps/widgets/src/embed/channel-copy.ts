/** What widgets keep of a channel: enough for the header's rating and for filters by property. */
export interface ChannelCopy {
  id: number;
  name: string;
  label: string;
  /** Platform slug. */
  type: string;
  group_id: number | null;
  /** Official score on `rating_scale`. */
  score: number | null;
  rating_scale: number;
  /** Official number of reviews. */
  reviews: number | null;
}
