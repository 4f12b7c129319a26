import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { SendingStopsService } from './sending-stops.service';

const TRY_EVERY_MS = 5_000;
/** It reads all messages that wait, which takes 0.8 s for 100,000, so it runs more rarely. The end of a stop releases 5,000 by itself. */
const RELEASE_EVERY_MS = 60_000;

/** Makes messages of stopped senders due. Every replica runs it, because the statements leave what others have locked. */
@Injectable()
export class SendingStopsWorker {
  private readonly logger = new Logger(SendingStopsWorker.name);

  constructor(private readonly stops: SendingStopsService) {}

  @Interval(TRY_EVERY_MS)
  async tryDue(): Promise<void> {
    try {
      await this.stops.tryDue();
    } catch (error) {
      warnOfFailure(this.logger, 'Could not try whether the mail server accepts stopped senders', error);
    }
  }

  @Interval(RELEASE_EVERY_MS)
  async release(): Promise<void> {
    try {
      await this.stops.release();
    } catch (error) {
      warnOfFailure(this.logger, 'Could not release the messages of senders that are accepted again', error);
    }
  }
}
