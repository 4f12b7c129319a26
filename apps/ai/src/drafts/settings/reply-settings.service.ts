import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { cleanText } from '@plaudit/runtime';
import { MAX_SIGNATURE } from './reply-settings.dto';
import { ReplySettingsRepository } from './reply-settings.repository';

/** Knows how a sub account signs the drafts of its replies. */
@Injectable()
export class ReplySettingsService {
  constructor(private readonly settings: ReplySettingsRepository) {}

  /** Returns the signature of the sub account, or null if it has none of its own. */
  signature(tenant: Tenant): Promise<string | null> {
    return this.settings.signature(tenant);
  }

  /** Stores a signature without control characters, and returns it. Null removes the one that is stored. */
  async sign(tenant: Tenant, given: string | null): Promise<string | null> {
    const signature = given === null ? null : cleanText(given, MAX_SIGNATURE);
    await this.settings.save(tenant, signature);
    return signature;
  }

  async forget(tx: Tx, tenant: Tenant): Promise<void> {
    await this.settings.delete(tx, tenant);
  }
}
