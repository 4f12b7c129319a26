import type { SealedColumn } from '@plaudit/runtime';

const PROVIDER_SETTINGS = { schema: 'ai', table: 'provider_settings', key: 'account_id' } as const;

export const AI_KEY: SealedColumn = { ...PROVIDER_SETTINGS, column: 'ai_key_enc' };
export const TRANSLATE_KEY: SealedColumn = { ...PROVIDER_SETTINGS, column: 'translate_key_enc' };
