import type { SealedColumn } from '@plaudit/runtime';

const WEBHOOKS = { schema: 'webhooks', table: 'webhooks', key: 'id' } as const;

export const SECRET: SealedColumn = { ...WEBHOOKS, column: 'secret_enc' };
export const PREVIOUS_SECRET: SealedColumn = { ...WEBHOOKS, column: 'prev_secret_enc' };
