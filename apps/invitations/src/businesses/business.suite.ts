import type { World } from '@plaudit/testing';

/** A business that a spec makes known, and its account. */
interface KnownBusiness {
  subAccountId: number;
  accountId?: number;
  name: string;
  main?: boolean;
  companyName?: string;
  invite?: boolean;
  invitesMonth?: number;
  timeZone?: string | null;
}

/** Stores the copies of a sub account and its account, as their events would. */
export async function knowBusiness(
  { admin }: Pick<World, 'admin'>,
  {
    subAccountId,
    accountId = 1,
    name,
    main = false,
    companyName = name,
    invite = true,
    invitesMonth = -1,
    timeZone = null,
  }: KnownBusiness,
): Promise<void> {
  await admin.query(
    `insert into invitations.account_copies (account_id, company_name, invite, invites_month, time_zone, version)
     values ($1, $2, $3, $4, $5, 1)
     on conflict (account_id) do update
       set company_name = excluded.company_name, invite = excluded.invite, invites_month = excluded.invites_month,
         time_zone = excluded.time_zone`,
    [accountId, companyName, invite, invitesMonth, timeZone],
  );
  await admin.query(
    `insert into invitations.businesses (sub_account_id, account_id, name, main, version) values ($1, $2, $3, $4, 1)`,
    [subAccountId, accountId, name, main],
  );
}
