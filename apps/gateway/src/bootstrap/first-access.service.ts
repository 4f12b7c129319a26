import { Injectable } from '@nestjs/common';
import { Chore } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { BootstrapRepository } from './bootstrap.repository';
import { deleteUsedFirstAccess, type KeptAccess } from './first-access';

const CHECK_MS = 2_000;

/** Deletes the file with the first credentials after they were used, whichever replica received them. */
@Injectable()
export class FirstAccessService {
  constructor(
    private readonly env: GatewayEnv,
    private readonly repository: BootstrapRepository,
  ) {}

  @Chore({ name: 'first_access', everyMs: CHECK_MS, per: 'process' })
  async deleteUsed(): Promise<void> {
    await deleteUsedFirstAccess((access) => this.wereUsed(access));
  }

  /** A file without a key has the password of the user, whom an admin key can replace too. */
  private async wereUsed({ apiKey, email }: KeptAccess): Promise<boolean> {
    if (apiKey !== null) return this.repository.wasUsed(apiKey);
    const { BOOTSTRAP_API_KEY: configured } = this.env;
    if (configured !== undefined && (await this.repository.wasUsed(configured))) return true;
    return this.repository.hasSignedIn(email);
  }
}
