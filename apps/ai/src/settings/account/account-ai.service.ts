import { Injectable, Logger } from '@nestjs/common';
import { assertFullAdmin, assertMayForward, type Maker, makerOf, type Principal } from '@plaudit/contracts';
import { afterCommit, assertMakerStands, Database } from '@plaudit/database';
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
  hasServer,
  type KeyChange,
  translationChange,
} from './setting-changes';

const PARTS = ['ai', 'translation'] as const;

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
   * Replaces the parts that the input has. The caller becomes the maker of each part that sends data elsewhere, which ends a pause of
   * that part. Other processes apply the change within 30 s. Throws 403 unless the caller is an admin of the whole account with
   * every right, and 400 that names the field at fault.
   */
  async update(principal: Principal, input: AccountAiInput): Promise<void> {
    const { account_id, key_id } = principal;
    requireMain(principal);
    for (const part of PARTS) if (input[part] !== undefined) assertFullAdmin(principal, part);
    const maker = makerOf(principal);
    const settings = await this.database.transaction(async (tx) => {
      await assertMakerStands(tx, maker, null);
      const stored = await this.rows.lock(tx, account_id);
      const next = this.changed(account_id, stored, input);
      assertMayForwardParts(principal, next, input);
      Object.assign(next, madeBy(maker, next, input));
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
    assertTranslates(next, effectiveAi(this.env, { ...NO_CHOICE, ...next, ai_paused_on: null }).name);
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

/** Throws 403 if the caller may not set up a part that it sends, because the part sends data elsewhere. */
function assertMayForwardParts(principal: Principal, next: ProviderColumns, input: AccountAiInput): void {
  if (input.ai !== undefined && sendsTexts(next)) assertMayForward(principal, 'ai.base_url');
  if (input.translation !== undefined && sendsTranslations(next))
    assertMayForward(principal, 'translation.provider');
}

/** Returns the columns that say who made the parts which the input has. */
function madeBy(
  maker: Maker,
  next: ProviderColumns,
  { ai, translation }: AccountAiInput,
): Partial<ProviderColumns> {
  return {
    ...(ai !== undefined && { ai_maker: sendsTexts(next) ? maker : null, ai_paused_on: null }),
    ...(translation !== undefined && {
      translate_maker: sendsTranslations(next) ? maker : null,
      translate_paused_on: null,
    }),
  };
}

function sendsTexts({ ai_provider }: ProviderColumns): boolean {
  return ai_provider === 'openai';
}

/** `llm` sends nothing itself: it is the model that writes, or the one of the installation. */
function sendsTranslations({ translate_provider }: ProviderColumns): boolean {
  return translate_provider !== null && hasServer(translate_provider);
}
