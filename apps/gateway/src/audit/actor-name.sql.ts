/** Returns SQL for the name of an actor: that of the key with its prefix, the email of the user, or null. */
export function actorNameSql(type: string, id: string): string {
  return `case ${type} when 'key' then (select name || ' (' || prefix || '…)' from keys where id = ${id})
    when 'user' then (select email from users where id = ${id}) end`;
}
