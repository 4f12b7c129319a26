import type { Role } from '@plaudit/contracts';

/** A session and what its user is now: rights are never kept in it. */
export interface Session {
  /** SHA-256 of the cookie's token. */
  hash: Buffer;
  /** Host and port that it is good for. */
  host: string;
  last_seen_on: Date;
  expires_on: Date;
  user_id: number;
  email: string;
  role: Role;
  sub_accounts: number[];
  account_id: number;
}
