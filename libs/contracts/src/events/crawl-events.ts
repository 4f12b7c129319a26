import { defineEvent } from './define-event';
import { date, exampleOf, flag, integer, payloadClass, text } from './fields';

export const CHANNEL_CRAWLED_FIELDS = {
  profile_id: integer({ description: 'Id of the channel', example: 42 }),
  profile_name: text({ description: 'Name of the channel', example: 'Acme Notes' }),
  platform: text({ description: 'Platform of the channel', example: 'app_store' }),
  sub_account_id: integer({ description: 'Id of the sub account that owns the channel', example: 12 }),
  first: flag({ description: 'True if it was the first crawl of the channel', example: false }),
  found: integer({ description: 'Number of reviews that the crawl read, new or known', example: 100 }),
  new_reviews: integer({ description: 'Number of them that were not known before', example: 3 }),
  changed_reviews: integer({ description: 'Number of them that had changed on the platform', example: 1 }),
  removed_reviews: integer({
    description:
      'Number of known reviews that count as removed since this crawl: it was the third in a row to miss them',
    example: 0,
  }),
  started_on: date({ description: 'When the crawl began, UTC', example: '2026-09-20 02:39:27' }),
  finished_on: date({ description: 'When the crawl ended, UTC', example: '2026-09-20 02:39:58' }),
};

export class ChannelCrawledPayload extends payloadClass(CHANNEL_CRAWLED_FIELDS) {}

export const channelCrawled = defineEvent({
  name: 'channel.crawled',
  version: 1,
  producer: 'channels',
  payload: ChannelCrawledPayload,
  summary:
    'A crawl of a channel ended well, with the numbers of reviews that it read. Sent once for each such crawl.',
  example: exampleOf(CHANNEL_CRAWLED_FIELDS),
});
