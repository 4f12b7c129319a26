const DAY_MS = 86_400_000;

/** How long the link of an invitation works. People read mail after a holiday, and a link that is lost can be sent again. */
export const INVITATION_DAYS = 7;

/** Returns until when the link works with which a user chooses the first password, or null for a user who has one. */
export function invitedUntil(invitedOn: Date | null): Date | null {
  return invitedOn && new Date(invitedOn.getTime() + INVITATION_DAYS * DAY_MS);
}
