import type { PlatformMeta } from '../platforms/platform';

/** A host without a scheme has a dot. `mailto:` is a scheme, and the colon of `example.com:8443` is none. */
const NO_SCHEME = '(?![a-z][a-z\\d+.-]*:(?!\\d))(?=[^\\s/?#]*\\.)';

/** A regular expression as the catalogue shows it. */
interface UrlPattern {
  source: string;
  flags: string;
}

/**
 * Returns one pattern for all URLs that a platform takes, as a person may write them: also without a scheme, and with a fragment. It has
 * no named groups, because the same name may not occur twice. Returns null if the platform needs no URL.
 */
export function urlPatternOf({ urls }: Pick<PlatformMeta, 'urls'>): UrlPattern | null {
  const [first] = urls;
  if (first === undefined) return null;
  return { source: urls.map(({ source }) => publicSource(source)).join('|'), flags: first.flags };
}

function publicSource(source: string): string {
  return source
    .replace(/\(\?<\w+>/g, '(?:')
    .replace(/https\??:\\\/\\\//, (scheme) => `(?:${scheme}|${NO_SCHEME})`)
    .replaceAll('$', '(?:#.*)?$');
}
