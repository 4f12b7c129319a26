import { Injectable, Logger } from '@nestjs/common';
import { placeIn, type SealedColumn, Secrets } from '@plaudit/runtime';

/** Encrypts the keys of accounts for their rows. */
@Injectable()
export class ProviderKeysService {
  private readonly logger = new Logger(ProviderKeysService.name);

  constructor(private readonly secrets: Secrets) {}

  seal(column: SealedColumn, accountId: number, key: string): Buffer {
    return this.secrets.encrypt(key, placeIn(column, accountId));
  }

  /**
   * Returns the key that is stored for the account. Returns null without one, and for one that cannot be decrypted: the provider then
   * refuses the requests of this account, and reads that need no provider go on.
   */
  open(column: SealedColumn, accountId: number, sealed: Buffer | null): string | null {
    if (!sealed) return null;
    try {
      return this.secrets.decrypt(sealed, placeIn(column, accountId));
    } catch (error) {
      this.logger.error({
        message: 'Could not decrypt the key of an account',
        account_id: accountId,
        column: column.column,
        reason: error instanceof Error ? error.message : String(error),
      });
      return null;
    }
  }
}
