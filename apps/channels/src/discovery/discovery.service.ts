import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError, type Principal, wireDateOrNull } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { ProfileCheckService } from '../connecting/profile-check.service';
import { getChannelType } from '../catalogue/channel-type';
import { canonicalUrl } from '../normalise/urls';
import { roundScore } from '../normalise/numbers';
import type { Platform, ProfileInfo } from '../platforms/platform';
import type { Candidate, Search } from '../platforms/search';
import { CandidateSearchService } from './candidate-search.service';
import { candidatesAmong, distinctCandidates } from './candidates';
import { DiscoveryLimitService } from './discovery-limit.service';
import type { DiscoverInput } from './discovery.dto';
import type { CandidateResponse, DiscoveryResponse, SearchedPlatformResponse } from './discovery.responses';

const VERIFY_MS = 12_000;

/** What was found on one platform. */
interface Found {
  platform: Platform;
  candidates: readonly Candidate[];
  searched: SearchedPlatformResponse;
}

/** What is searched for, and where. */
interface Query {
  platforms: readonly Platform[];
  search: Search;
  website: URL | null;
}

/** Searches for the profiles of a business. */
@Injectable()
export class DiscoveryService {
  constructor(
    private readonly limit: DiscoveryLimitService,
    private readonly search: CandidateSearchService,
    private readonly profiles: ProfileCheckService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns candidates of every platform, and what became of each search. A discovery counts if a platform answered or the website
   * was read. Throws 404 `unknown_channel_type`, 400 `invalid_value` if the website cannot be read, and 429
   * `discovery_limit_reached`.
   */
  async discover(principal: Principal, input: DiscoverInput): Promise<DiscoveryResponse> {
    const platforms = [...new Set(input.platforms.map(getChannelType))];
    const website = websiteOf(input.website);
    const search: Search = { name: input.name, country: input.country?.toLowerCase() ?? null };
    const find = (): Promise<Found[]> => this.findAll(principal, { platforms, search, website });
    const canWork = website !== null || platforms.some((platform) => this.search.isSearchable(platform));
    const found = canWork
      ? await this.limit.counted(principal, find, (all) => website !== null || all.some(hasAnswered))
      : await find();
    const candidates = await Promise.all(
      found.map((one) => this.describe(principal, one, input.verify ?? false)),
    );
    const searched = found.map((one) => one.searched);
    const notices = found.flatMap((one) => (one.candidates.length === 0 ? (one.searched.msg ?? []) : []));
    const notice = notices.length === 0 ? null : notices.join(' ');
    return { candidates: candidates.flat(), platforms: searched, notice };
  }

  private async findAll(principal: Principal, { platforms, search, website }: Query): Promise<Found[]> {
    const links = website ? [website.href, ...(await this.search.linksOf(principal, website))] : [];
    return Promise.all(platforms.map((platform) => this.find(principal, platform, search, links)));
  }

  private async find(
    principal: Principal,
    platform: Platform,
    search: Search,
    links: readonly string[],
  ): Promise<Found> {
    const linked = candidatesAmong(links, platform, search.name);
    const searched = await this.search.onPlatform(principal, platform, search);
    const own = searched.status === 'answered' ? searched.candidates : [];
    // What the business itself links to is surer than what a search finds.
    const candidates = distinctCandidates([...linked, ...own], platform);
    const { status } = searched;
    const given = searched.status === 'answered' ? null : searched.msg;
    const isSilent = candidates.length > 0 && (status === 'answered' || status === 'not_searchable');
    const msg = isSilent ? null : (given ?? noticeOf(platform, status === 'answered', links.length > 0));
    return { platform, candidates, searched: { platform: platform.meta.slug, status, msg } };
  }

  private async describe(
    principal: Principal,
    { platform, candidates }: Found,
    verify: boolean,
  ): Promise<CandidateResponse[]> {
    const now = this.clock.now();
    const described = candidates.map(async (candidate) => {
      // A place comes from a live lookup, so it exists.
      if (candidate.placeId !== undefined) return toResponse(platform, candidate, now);
      if (!verify) return toResponse(platform, candidate, null);
      return this.verify(principal, platform, candidate);
    });
    return (await Promise.all(described)).filter((candidate) => candidate !== null);
  }

  /** Returns the candidate as its platform describes it, or null if the profile does not exist. */
  private async verify(
    principal: Principal,
    platform: Platform,
    candidate: Candidate,
  ): Promise<CandidateResponse | null> {
    const waiting = new AbortController();
    const late = delay(VERIFY_MS, null, { signal: waiting.signal }).catch(() => null);
    const check = this.profiles.check(principal, platform, { url: candidate.url });
    try {
      const profile = await Promise.race([check, late]);
      return profile
        ? toResponse(platform, withProfile(candidate, profile), this.clock.now())
        : toResponse(platform, candidate, null);
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === 'profile_not_valid';
      return isMissing ? null : toResponse(platform, candidate, null);
    } finally {
      waiting.abort();
      // The check may fail after the candidate was returned without it.
      check.catch(() => {});
    }
  }
}

function websiteOf(text: string | undefined): URL | null {
  if (text === undefined || text.trim() === '') return null;
  const url = canonicalUrl(text);
  if (url) return url;
  throw new ApiError('invalid_url', 'website must be a URL, such as https://acme-bakery.example.', {
    field: 'website',
  });
}

function withProfile(candidate: Candidate, profile: ProfileInfo): Candidate {
  const { name, url, score, reviews } = profile;
  return { ...candidate, name, url: url ?? candidate.url, score, reviews };
}

function hasAnswered({ searched }: Found): boolean {
  return searched.status === 'answered';
}

/** `checkedOn` is null for a candidate that its platform has not confirmed. */
function toResponse({ meta }: Platform, candidate: Candidate, checkedOn: Date | null): CandidateResponse {
  const { url, placeId, name, address, score, reviews } = candidate;
  return {
    platform: meta.slug,
    url,
    ...(placeId === undefined ? {} : { place_id: placeId }),
    verified: checkedOn !== null,
    checked_on: wireDateOrNull(checkedOn),
    business_name: name,
    address,
    score: score === null ? null : roundScore(score),
    reviews,
  };
}

/** Says why a platform has no candidates. */
function noticeOf({ meta }: Platform, wasSearched: boolean, hasWebsite: boolean): string {
  if (wasSearched) return `${meta.label} has no profile with this name.`;
  if (meta.method !== 'url')
    return `${meta.label} has no public search; connect it as GET /channels/types says.`;
  if (hasWebsite)
    return `${meta.label} cannot be searched, and the website does not link to it; send the URL of the profile.`;
  return `${meta.label} cannot be searched on this installation; send website, whose links are read, or the URL of the profile.`;
}
