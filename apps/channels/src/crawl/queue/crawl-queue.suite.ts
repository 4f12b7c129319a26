import type { Administration } from '@plaudit/testing';

/** A crawl that waits for its turn. */
export interface WaitingCrawl {
  account?: number;
  type?: string;
  priority?: number;
  /** Seconds since it became due. */
  since?: number;
}

/** Adds a channel with a due crawl. Returns the id of the channel. */
export async function enqueueCrawl(
  admin: Administration,
  { account = 1, type = 'app_store', priority = 0, since = 0 }: WaitingCrawl,
): Promise<number> {
  const [channel] = await admin.query<{ id: number }>(
    `insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
     values ($1, $1, $2, '{}', gen_random_uuid()::text, 'x', 5) returning id`,
    [account, type],
  );
  await admin.query(
    `insert into channels.crawls (channel_id, account_id, sub_account_id, platform, priority, due_at)
     values ($1, $2, $2, $5, $3, now() - make_interval(secs => $4))`,
    [channel?.id, account, priority, since, type],
  );
  return channel?.id ?? 0;
}
