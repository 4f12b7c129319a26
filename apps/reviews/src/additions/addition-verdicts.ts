import type { ApiError } from '@plaudit/contracts';
import { duplicateOf, repetitionOf, unknownSource } from '../reviews/review-errors';
import type { KnownSources } from '../sources/sources.repository';
import type { Addition } from './addition';
import { externalKey, type KnownReviews } from './review-duplicates.repository';

/** Returns for each addition why it may not be added, or null. Of two that are the same, the earlier one may be added. */
export function verdictsOn(
  additions: readonly Addition[],
  sources: KnownSources,
  known: KnownReviews,
): (ApiError | null)[] {
  /** Indexes in the request. */
  const seen = { byFingerprint: new Map<string, number>(), byExternalId: new Map<string, number>() };
  return additions.map(({ index, fields, sourceId }) => {
    const source = sources.get(sourceId);
    if (!source && sourceId !== null) return unknownSource(sourceId);
    const external = fields.external_id === null ? '' : externalKey(source?.id ?? null, fields.external_id);
    const same = sameOf(fields.fingerprint, external, known, seen);
    if (same) return same;
    seen.byFingerprint.set(fields.fingerprint, index);
    if (external !== '') seen.byExternalId.set(external, index);
    return null;
  });
}

/** Stored reviews are reported before earlier items of the request, and author and text before the external id. */
function sameOf(print: string, external: string, known: KnownReviews, seen: KnownReviews): ApiError | null {
  const byText = known.byFingerprint.get(print);
  if (byText !== undefined) return duplicateOf(byText, 'text');
  const byId = known.byExternalId.get(external);
  if (byId !== undefined) return duplicateOf(byId, 'external_id');
  const earlierText = seen.byFingerprint.get(print);
  if (earlierText !== undefined) return repetitionOf(earlierText, 'text');
  const earlierId = seen.byExternalId.get(external);
  return earlierId === undefined ? null : repetitionOf(earlierId, 'external_id');
}
