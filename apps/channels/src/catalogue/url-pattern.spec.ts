import { canonicalUrl } from '../normalise/urls';
import { urlExamplesOf } from '../platforms/fixtures.suite';
import { PLATFORMS } from '../platforms/registry';
import { urlPatternOf } from './url-pattern';

const WITH_URLS = PLATFORMS.filter(({ meta }) => meta.urls.length > 0);

/** URLs of all platforms: pages that are profiles, and pages that are not. */
const ALL = PLATFORMS.flatMap((platform) => {
  const { yes, no } = urlExamplesOf(platform);
  return [...yes, ...no];
});

describe.each(WITH_URLS.map((platform) => [platform.meta.slug, platform] as const))(
  'urlPatternOf %s',
  (_slug, platform) => {
    const { source, flags } = urlPatternOf(platform.meta)!;
    const pattern = new RegExp(source, flags);
    const isTaken = (url: string): boolean => {
      const canonical = canonicalUrl(url);
      return canonical !== null && platform.match(canonical) !== null;
    };
    const differing = (urls: readonly string[]): string[] =>
      urls.filter((url) => pattern.test(url) !== isTaken(url));

    it('takes the example, and the other URLs of profiles', () => {
      expect(urlExamplesOf(platform).yes.filter((url) => !pattern.test(url))).toEqual([]);
    });

    it('says of the URLs of all platforms what the platform says, however they are written', () => {
      const bare = ALL.map((url) => url.replace(/^https?:\/\//, ''));
      expect(differing([...ALL, ...bare, ...ALL.map((url) => `${url.split('#', 1)[0]}#top`)])).toEqual([]);
    });

    it('has the flags of each pattern, and a scheme that can be left out', () => {
      expect(new Set(platform.meta.urls.map((one) => one.flags))).toEqual(new Set([flags]));
      expect(platform.meta.urls.filter((one) => !/https\??:\\\/\\\//.test(one.source))).toEqual([]);
      expect(platform.meta.urls.filter((one) => /\\\$|\[[^\]]*\$|\\k</.test(one.source))).toEqual([]);
    });
  },
);

describe('urlPatternOf', () => {
  it('returns null for a platform without URLs', () => {
    expect(urlPatternOf({ urls: [] })).toBeNull();
  });
});
