import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { afterCommit, Database } from '@plaudit/database';
import { outboundPolicy, type UrlPolicy } from '@plaudit/outbound';
import type { SealedColumn } from '@plaudit/runtime';
import { AiEnv } from '../../ai.env';
import { effectiveAi, NO_CHOICE } from '../effective-settings';
import { ProviderKeysService } from '../provider-keys.service';
import { ProviderSettingsCache } from '../provider-settings.cache';
import { type ProviderColumns, ProviderSettingsRepository } from '../provider-settings.repository';
import { AI_KEY, TRANSLATE_KEY } from '../sealed-keys';
import type { AccountAiInput } from './account-ai.dto';
import { requireMain } from './main-sub-account';
import {
  aiChange,
  assertMonthlyLimit,
  assertTranslates,
  type KeyChange,
  translationChange,
} from './setting-changes';

/** Changes who writes and translates for an account. */
@Injectable()
export class AccountAiService {
  private readonly logger = new Logger(AccountAiService.name);

  constructor(
    private readonly env: AiEnv,
    private readonly database: Database,
    private readonly rows: ProviderSettingsRepository,
    private readonly keys: ProviderKeysService,
    private readonly cache: ProviderSettingsCache,
  ) {}

  /**
   * Replaces the parts that the input has. Other processes apply the change within 30 s. Throws 403 unless the caller manages the
   * whole account, and 400 that names the field at fault.
   */
  async update({ account_id, key_id, main }: Principal, input: AccountAiInput): Promise<void> {
    requireMain({ main });
    const settings = await this.database.transaction(async (tx) => {
      const stored = await this.rows.lock(tx, account_id);
      const next = this.changed(account_id, stored, input);
      if (Object.values(next).every((value) => value === null)) await this.rows.delete(tx, account_id);
      else await this.rows.save(tx, account_id, next);
      afterCommit(tx, () => this.cache.forget(account_id));
      return next;
    });
    const { ai_provider, translate_provider } = settings;
    const message = 'Changed the AI settings of an account';
    this.logger.log({ message, account_id, key_id, ai_provider, translate_provider });
  }

  private changed(accountId: number, stored: ProviderColumns, input: AccountAiInput): ProviderColumns {
    const policy: UrlPolicy = outboundPolicy(this.env);
    const next = { ...stored };
    if (input.ai !== undefined) {
      const { columns, key } = aiChange(stored, input.ai, policy);
      Object.assign(next, columns);
      next.ai_key_enc = this.sealed(AI_KEY, accountId, key, stored.ai_key_enc);
    }
    if (input.translation !== undefined) {
      const { columns, key } = translationChange(stored, input.translation, policy);
      Object.assign(next, columns);
      next.translate_key_enc = this.sealed(TRANSLATE_KEY, accountId, key, stored.translate_key_enc);
      assertMonthlyLimit(next, this.env);
    }
    assertTranslates(next, effectiveAi(this.env, { ...NO_CHOICE, ...next }).name);
    return next;
  }

  private sealed(
    column: SealedColumn,
    accountId: number,
    key: KeyChange,
    stored: Buffer | null,
  ): Buffer | null {
    if (key === undefined) return stored;
    return key === null ? null : this.keys.seal(column, accountId, key);
  }
}
