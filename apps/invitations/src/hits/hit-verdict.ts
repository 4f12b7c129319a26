import { isbot } from 'isbot';
import type { Hit } from './hit';

/** Why a hit counts as that of a program, such as a mail gateway that opens every link of a mail. */
export type ProgramReason =
  'before_sent' | 'no_user_agent' | 'known_program' | 'hidden_link' | 'many_links' | 'many_networks';

const TRAP_MS = 20_000;
const BURST_MS = 2_000;
const BURST_LINKS = 3;
const SPREAD_MS = 30_000;
const SPREAD_NETWORKS = 3;

/** The longest time between two hits of which one is evidence about the other. */
export const EVIDENCE_MS = Math.max(TRAP_MS, BURST_MS, SPREAD_MS);

/** Mail services that load the images of a mail for the person who opens it. */
const IMAGE_PROXY =
  /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|DuckDuckGo Image Proxy|FeedlyMailProxy/i;

/**
 * Returns why a hit counts as that of a program. Returns null for a person. `all` has every hit of the message within
 * {@link EVIDENCE_MS} before and after it, and the hit itself.
 */
export function programReason(hit: Hit, all: readonly Hit[], sentOn: Date | null): ProgramReason | null {
  if (sentOn === null || hit.at < sentOn) return 'before_sent';
  const agent = hit.userAgent?.trim() ?? '';
  if (agent === '') return 'no_user_agent';
  if (isbot(agent) && !isProxyOpen(hit)) return 'known_program';
  if (hit.kind === 'trap' || near(hit, all, TRAP_MS).some(({ kind }) => kind === 'trap'))
    return 'hidden_link';
  if (mostDistinct(hit, all.filter(isLink), BURST_MS, linkOf) >= BURST_LINKS) return 'many_links';
  // The network of a proxy says nothing about the reader's.
  const visitors = all.filter((one) => one.network !== null && !isProxyOpen(one));
  if (mostDistinct(hit, visitors, SPREAD_MS, ({ network }) => network ?? '') >= SPREAD_NETWORKS)
    return 'many_networks';
  return null;
}

function isProxyOpen({ kind, userAgent }: Hit): boolean {
  return kind === 'open' && IMAGE_PROXY.test(userAgent ?? '');
}

/** Returns true for what a reader must choose to follow. */
function isLink({ kind }: Hit): boolean {
  return kind !== 'open';
}

function linkOf({ kind, link }: Hit): string {
  return `${kind}/${link}`;
}

function near(hit: Hit, all: readonly Hit[], withinMs: number): Hit[] {
  return all.filter(({ at }) => Math.abs(at.getTime() - hit.at.getTime()) <= withinMs);
}

/**
 * Returns the largest number of distinct names in any period of this length that contains the hit. It passes over the hits once,
 * because strangers decide how many there are.
 */
function mostDistinct(hit: Hit, all: readonly Hit[], periodMs: number, nameOf: (hit: Hit) => string): number {
  const candidates = near(hit, all, periodMs)
    .map((one) => ({ at: one.at.getTime(), name: nameOf(one) }))
    .sort((a, b) => a.at - b.at);
  const at = hit.at.getTime();
  const counts = new Map<string, number>();
  let most = 0;
  let oldest = 0;
  for (const { at: newest, name } of candidates) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const begin = Math.max(newest, at) - periodMs;
    for (let first = candidates[oldest]; first && first.at < begin; first = candidates[++oldest]) {
      const left = (counts.get(first.name) ?? 0) - 1;
      if (left > 0) counts.set(first.name, left);
      else counts.delete(first.name);
    }
    most = Math.max(most, counts.size);
  }
  return most;
}
