/** Returns true if it is known when a review was posted. */
export function isDated({ posted_precision }: { posted_precision?: string | null }): boolean {
  return posted_precision !== 'unknown';
}
