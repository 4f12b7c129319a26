import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { OPEN } from './crawls.repository';

/** The crawls of one platform that are due or in progress. */
export interface CrawlBacklog {
  platform: string;
  /** Crawls that are due and that no worker has claimed. */
  due: number;
  /** Crawls in progress. */
  leased: number;
  /** For how long the oldest due crawl has been due; 0 if none is. */
  oldest_seconds: number;
}

@Injectable()
export class CrawlBacklogReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the backlog of each platform that has one. All replicas see the same. */
  byPlatform(): Promise<CrawlBacklog[]> {
    return this.database.queryWithin<CrawlBacklog>('background', BY_PLATFORM);
  }
}

const IS_LEASED = 'coalesce(due.lease_until >= clock_timestamp(), false)';

const BY_PLATFORM = `
  select platform, count(*) filter (where not ${IS_LEASED})::int as due, count(*) filter (where ${IS_LEASED})::int as leased,
    greatest(0, extract(epoch from clock_timestamp() - min(due_at) filter (where not ${IS_LEASED})))::float8
      as oldest_seconds
  from crawls due
  where (due.due_at <= clock_timestamp() or ${IS_LEASED}) and ${OPEN}
  group by platform`;
