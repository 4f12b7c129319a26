import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { BootstrapRepository } from './bootstrap.repository';
import { deleteUsedFirstAccess } from './first-access';

const CHECK_MS = 2_000;

/** Deletes the file with the first API key after the key was used, whichever replica received it. */
@Injectable()
export class FirstAccessWorker {
  private readonly logger = new Logger(FirstAccessWorker.name);

  constructor(private readonly repository: BootstrapRepository) {}

  @Interval(CHECK_MS)
  async deleteUsed(): Promise<void> {
    try {
      await deleteUsedFirstAccess((apiKey) => this.repository.wasUsed(apiKey));
    } catch (error) {
      warnOfFailure(this.logger, 'Could not check whether the first API key was used', error);
    }
  }
}
