import type { LlmConnection } from '../../settings/provider-settings';

/** An account, and the server that it asks. */
export interface Asker {
  accountId: number;
  connection: LlmConnection;
}
