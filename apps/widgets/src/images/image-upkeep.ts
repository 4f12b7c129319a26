import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ImagesRepository } from './images.repository';

const HOUR_MS = 3_600_000;

/** Ticks on every replica; the statement is safe to run side by side. */
@Injectable()
export class ImageUpkeep {
  private readonly logger = new Logger(ImageUpkeep.name);

  constructor(private readonly images: ImagesRepository) {}

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    try {
      await this.images.purge();
    } catch (error) {
      this.logger.warn('unused pictures stay known for another hour', error);
    }
  }
}
