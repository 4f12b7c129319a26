const USUAL_SCALE = 5;
const MAX_SCALE = 100;

/** Returns the highest rating that the owner of a site chose, or five stars for anything else. */
export function siteScale(chosen: unknown): number {
  const isScale =
    typeof chosen === 'number' && Number.isInteger(chosen) && chosen >= 2 && chosen <= MAX_SCALE;
  return isScale ? chosen : USUAL_SCALE;
}
