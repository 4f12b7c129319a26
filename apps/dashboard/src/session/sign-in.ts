import { appRequest } from '../api/app-requests';

export interface Credentials {
  email: string;
  password: string;
  code?: string;
  account_id?: number;
  remember?: boolean;
}

export interface AccountChoice {
  id: number;
  name: string;
}

/** Signs in. Returns the accounts to choose from if the email has a user in several of them, or else null. */
export async function signIn(credentials: Credentials): Promise<AccountChoice[] | null> {
  const { accounts } = await appRequest<{ accounts?: AccountChoice[] }>('/session', {
    method: 'POST',
    body: credentials,
  });
  return accounts ?? null;
}
