import { canonicalUrl } from '../normalise/urls';
import type { Platform } from '../platforms/platform';
import { platformOfUrl } from '../platforms/registry';
import type { Candidate } from '../platforms/search';

/** Candidates of one platform that are returned. */
export const MAX_CANDIDATES = 5;

/** Returns the links that lead to profiles of the platform, as candidates. */
export function candidatesAmong(links: readonly string[], platform: Platform, name: string): Candidate[] {
  return links
    .filter((link) => platformOfUrl(link) === platform)
    .map((link) => ({
      url: canonicalUrl(link)?.href ?? link,
      name,
      address: null,
      score: null,
      reviews: null,
    }));
}

/** Returns at most {@link MAX_CANDIDATES} candidates without those that lead to the profile of an earlier one. */
export function distinctCandidates(candidates: readonly Candidate[], platform: Platform): Candidate[] {
  const profiles = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const url = canonicalUrl(candidate.url);
    const profile = url && platform.match(url);
    const key = JSON.stringify(profile ?? candidate.url);
    if (!profiles.has(key)) profiles.set(key, candidate);
  }
  return [...profiles.values()].slice(0, MAX_CANDIDATES);
}
