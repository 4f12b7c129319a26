/**
 * Returns the SQL of the address in From of a mail, in lower case: the one that it was made with, else that of its settings, else the
 * given one. `request` and `profile` are its rows.
 */
export function senderOf(from: string): string {
  return `lower(coalesce(request.rendered #>> '{from,address}', profile.settings ->> 'from_email', ${from}))`;
}
