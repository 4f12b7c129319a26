export interface FeedMedia {
  type: 'image' | 'video' | 'audio';
  url: string;
}

/** An item of a feed as plain data. Texts are HTML. What is missing is an empty string. */
export interface FeedItem {
  id: string;
  link: string;
  title: string;
  author: string;
  /** The texts of all its dates, the most usual one first. */
  published: readonly string[];
  content: string;
  /** The rating that the item is marked up with. */
  rating: { value: string; scale: string } | null;
  media: FeedMedia[];
  isVerified: boolean;
  isSpam: boolean;
}

export interface Feed {
  title: string;
  /** The page that the feed belongs to. */
  link: string;
  items: FeedItem[];
  /** The items that cannot be read. Null if there are none. */
  unread: { count: number; total: number; example: string | null } | null;
}
