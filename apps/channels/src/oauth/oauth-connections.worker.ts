import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { OAuthConnectionsRepository, PURGE_BATCH } from './oauth-connections.repository';

const PURGE_EVERY_MS = 60_000;

/** Deletes expired connections with their tokens. Every replica runs it. */
@Injectable()
export class OAuthConnectionsWorker {
  private readonly logger = new Logger(OAuthConnectionsWorker.name);
  private stopping = false;

  constructor(private readonly connections: OAuthConnectionsRepository) {}

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      while (!this.stopping && (await this.connections.purge()) === PURGE_BATCH);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not delete expired connections; the next try comes later', error);
    }
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }
}
