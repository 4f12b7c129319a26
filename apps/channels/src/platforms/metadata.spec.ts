import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalUrl } from '../normalise/urls';
import { isOwnHost } from './own-host';
import { urlExamplesOf } from './fixtures.suite';
import { CATEGORIES } from './categories';
import type { Platform } from './platform';
import { findPlatform, PLATFORMS, platformOfUrl } from './registry';

const platforms = PLATFORMS.map((platform) => ({ slug: platform.meta.slug, platform }));
const signedIn = PLATFORMS.flatMap(({ meta, oauth }) => (oauth ? [{ slug: meta.slug, meta, oauth }] : []));

/** Returns the platform that a URL leads to if the customer names the type of this platform. */
function ownerOf(platform: Platform, raw: string): Platform | null {
  const owner = platformOfUrl(raw);
  if (!platform.meta.namedByType) return owner;
  const url = canonicalUrl(raw);
  return url && platform.match(url) && (owner === null || owner.meta.catchAll) ? platform : owner;
}

describe('the catalogue of platforms', () => {
  it('uses every slug, alias and number once', () => {
    const names = PLATFORMS.flatMap(({ meta }) => [meta.slug, ...meta.aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(PLATFORMS.map(({ meta }) => meta.typeId)).size).toBe(PLATFORMS.length);
  });

  it('has every platform that a file describes', () => {
    const files = CATEGORIES.flatMap((category) => {
      const folder = join(__dirname, category.replaceAll('_', '-'));
      return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    });
    const described = files.flatMap((text) => /^ {2}slug: '(\w+)'/m.exec(text)?.[1] ?? []);
    expect(described.toSorted()).toEqual(PLATFORMS.map(({ meta }) => meta.slug).toSorted());
  });

  it('finds a platform by slug and alias in any case', () => {
    expect(findPlatform('App_Store')?.meta.slug).toBe('app_store');
    expect(findPlatform('ios')?.meta.slug).toBe('app_store');
    expect(findPlatform('myspace')).toBeNull();
  });
});

describe.each(platforms)('platform $slug', ({ platform }) => {
  const { meta } = platform;
  const examples = urlExamplesOf(platform);

  it('tells a person what to enter, and not how a program sends it', () => {
    const text = meta.instructions.replaceAll(/<[^>]*>/g, '');
    expect(text).not.toMatch(/[a-z]_[a-z]|\b[Ss]end\b|\bas (stores|url)\b|\b(GET|POST|PUT) \//);
  });

  it('has complete metadata', () => {
    expect(meta.slug).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(meta.instructions.length).toBeGreaterThan(40);
    expect(meta.ratingScale).toBeGreaterThan(0);
    expect(meta.apiHosts?.filter((host) => !isOwnHost(meta, host)) ?? []).toEqual([]);
    expect(meta.rate.perSecond).toBeGreaterThan(0);
    expect(meta.required.includes('url') || meta.method !== 'url').toBe(true);
    expect(meta.required.includes('access_token')).toBe(meta.method === 'credentials');
    expect(platform.oauth !== undefined).toBe(meta.method === 'oauth');
    expect(meta.urls.length > 0 || !meta.required.includes('url')).toBe(true);
    expect(meta.urls.length > 0).toBe(examples.yes.length > 0 && examples.no.length > 0);
    expect(meta.urlExample ? ownerOf(platform, meta.urlExample) : platform).toBe(platform);
  });

  it('matches its own example URLs, which no other platform matches', () => {
    for (const pattern of meta.urls) {
      const matching = examples.yes.filter((url) => pattern.test(canonicalUrl(url)?.href ?? ''));
      expect({ pattern, matching }).not.toEqual({ pattern, matching: [] });
    }
    for (const url of examples.yes) {
      expect({ url, owner: ownerOf(platform, url)?.meta.slug }).toEqual({ url, owner: meta.slug });
      const claiming = PLATFORMS.filter(
        ({ meta: { catchAll, namedByType }, match }) =>
          !catchAll && !namedByType && match(canonicalUrl(url) as URL),
      );
      expect(claiming.length).toBeLessThanOrEqual(1);
    }
  });

  it('does not match the example URLs of other pages', () => {
    for (const url of examples.no) {
      const canonical = canonicalUrl(url);
      expect({ url, key: canonical && platform.match(canonical) }).toEqual({ url, key: null });
    }
  });

  it('gives every spelling of a profile URL the same key', () => {
    for (const url of examples.yes) {
      const canonical = canonicalUrl(url) as URL;
      const again = canonicalUrl(
        `${canonical.href}${canonical.search === '' ? '?' : '&'}utm_source=mail#top`,
      ) as URL;
      expect(platform.match(again)).toEqual(platform.match(canonical));
    }
  });
});

describe.each(signedIn)('the sign-in of $slug', ({ meta, oauth }) => {
  // The token client sends these requests, which knows no metadata. So the hosts need no declaration if they are fixed.
  it('uses HTTPS, and only hosts in the metadata if a customer names a part of the host', () => {
    const urls = [oauth.authorizeUrl('acme'), oauth.tokenUrl('acme')].map((url) => new URL(url));
    const named = urls.filter(({ hostname }) => hostname.includes('acme'));
    expect(urls.filter(({ protocol }) => protocol !== 'https:')).toEqual([]);
    expect(named.filter(({ hostname }) => !isOwnHost(meta, hostname))).toEqual([]);
  });
});
