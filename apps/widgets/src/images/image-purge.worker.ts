import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ImagesRepository } from './images.repository';

const HOUR_MS = 3_600_000;

/** Removes unused images every hour. It runs on every replica, and concurrent runs do not block each other. */
@Injectable()
export class ImagePurgeWorker {
  private readonly logger = new Logger(ImagePurgeWorker.name);

  constructor(private readonly images: ImagesRepository) {}

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    try {
      await this.images.purge();
    } catch (error) {
      this.logger.warn('Failed to remove unused images; the next attempt is in an hour', error);
    }
  }
}
