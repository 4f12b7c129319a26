/**
 * Returns the SQL condition that a session or link whose key is in `column` still works: it has no key, or its key has
 * neither expired nor been deleted, alone or with its sub account. It looks up that one key only.
 */
export function hasWorkingKey(column: string): string {
  return `(${column} is null or exists (
    select from keys link_key join sub_accounts owner on owner.id = link_key.sub_account_id
     where link_key.id = ${column} and link_key.deleted_at is null and owner.deleted_at is null
       and (link_key.expires_on is null or link_key.expires_on > now())))`;
}
