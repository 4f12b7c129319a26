import { ownValue } from '@plaudit/contracts';
import { platformMarkPath } from '@plaudit/contracts/platform-marks';

/** A platform as visitors see it. */
export interface NamedPlatform {
  platform: string;
  label: string;
}

export type MarkOf = (platform: NamedPlatform) => string;

/** The second letters by which people know platforms that begin with the same letter. */
const SECOND_LETTERS: Readonly<Record<string, string>> = { tripadvisor: 'a', trustpilot: 'p' };
/** The most characters of paths in the data of a widget, which has at most 7 KB after compression. */
const MAX_PATHS = 1_400;
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/**
 * Returns a function that gives each platform one or two letters, which are shown if it has no mark of its own. The letters of the shown channels' platforms
 * are unique: a single letter, unless two of them begin with it. They depend only on which platforms there are, so that every
 * page of a widget has the same ones.
 *
 * A review can have another platform: its channel was deleted, or it has a source of its own, whose name is its label. Such
 * a platform gets a mark that no shown platform has.
 */
export function platformMarks(shown: readonly NamedPlatform[]): MarkOf {
  const marks = new Map<string, string>();
  const platforms = [...shown].sort((a, b) => (a.platform < b.platform ? -1 : 1));
  const initials = platforms.map(initialOf);
  const taken = (): ReadonlySet<string> => new Set([...marks.values(), ...initials]);
  for (const [index, platform] of platforms.entries()) {
    if (marks.has(platform.platform)) continue;
    const initial = initials[index] as string;
    const sharers = platforms.filter(
      (other, at) => initials[at] === initial && other.platform !== platform.platform,
    );
    marks.set(platform.platform, sharers.length === 0 ? initial : twoLetters(platform, sharers, taken()));
  }
  return (platform) => marks.get(platform.platform) ?? otherMark(platform, taken());
}

/**
 * Returns the paths of the marks of these platforms, as many as a widget may send. The first ones come first; letters stand for
 * the others.
 */
export function markPaths(platforms: readonly string[]): Record<string, string> {
  const paths: Record<string, string> = {};
  let left = MAX_PATHS;
  for (const platform of new Set(platforms)) {
    const path = platformMarkPath(platform);
    if (path === null || path.length > left) continue;
    paths[platform] = path;
    left -= path.length;
  }
  return paths;
}

function otherMark(platform: NamedPlatform, taken: ReadonlySet<string>): string {
  const initial = initialOf(platform);
  return taken.has(initial) ? twoLetters(platform, [], taken) : initial;
}

/** Prefers the first letter of another word, then a letter that the names of the sharers do not have. */
function twoLetters(
  platform: NamedPlatform,
  sharers: readonly NamedPlatform[],
  taken: ReadonlySet<string>,
): string {
  const initial = initialOf(platform);
  const [, ...rest] = lettersOf(platform.label);
  const theirs = new Set(sharers.flatMap(({ label }) => lettersOf(label)));
  const known = ownValue(SECOND_LETTERS, platform.platform);
  const seconds = [
    ...(known ? [known] : []),
    ...platform.label
      .split(/[\s.]+/)
      .slice(1)
      .flatMap((word) => lettersOf(word).slice(0, 1)),
    ...rest.filter((letter) => !theirs.has(letter)),
    ...rest,
    ...ALPHABET,
  ];
  return seconds.map((second) => initial + second).find((mark) => !taken.has(mark)) ?? initial;
}

function initialOf({ platform, label }: NamedPlatform): string {
  const [first = '?'] = [...lettersOf(label), ...lettersOf(platform)];
  return first.toLocaleUpperCase('en');
}

/** Returns the letters and digits of a name, in lower case. */
function lettersOf(name: string): string[] {
  return name.toLocaleLowerCase('en').match(/[\p{L}\p{N}]/gu) ?? [];
}
