import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { BootstrapRepository } from './bootstrap.repository';
import { deleteUsedFirstAccess, type KeptAccess } from './first-access';

const CHECK_MS = 2_000;

/** Deletes the file with the first credentials after they were used, whichever replica received them. */
@Injectable()
export class FirstAccessWorker {
  private readonly logger = new Logger(FirstAccessWorker.name);

  constructor(
    private readonly env: GatewayEnv,
    private readonly repository: BootstrapRepository,
  ) {}

  @Interval(CHECK_MS)
  async deleteUsed(): Promise<void> {
    try {
      await deleteUsedFirstAccess((access) => this.wereUsed(access));
    } catch (error) {
      warnOfFailure(this.logger, 'Could not check whether the first credentials were used', error);
    }
  }

  /** A file without a key has the password of the user, whom an admin key can replace too. */
  private async wereUsed({ apiKey, email }: KeptAccess): Promise<boolean> {
    if (apiKey !== null) return this.repository.wasUsed(apiKey);
    const { BOOTSTRAP_API_KEY: configured } = this.env;
    if (configured !== undefined && (await this.repository.wasUsed(configured))) return true;
    return this.repository.hasSignedIn(email);
  }
}
