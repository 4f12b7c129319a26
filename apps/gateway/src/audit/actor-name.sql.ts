/** Returns SQL for the name of an actor: that of the key with its prefix, that of the connected app, the email of the user, or null. */
export function actorNameSql(type: string, id: string): string {
  return `case ${type} when 'key' then (
      select name || case when oauth_grant_id is null then ' (' || prefix || '…)' else ' (app)' end from keys where id = ${id})
    when 'user' then (select email from users where id = ${id}) end`;
}
