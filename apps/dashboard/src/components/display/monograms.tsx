import type { ReactNode } from 'react';
import symbols from './platform-symbols.json';
import sprite from './platforms.svg';

const HUES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

const SYMBOLS: ReadonlySet<string> = new Set(symbols);

/** A platform as a square with its mark, or with two letters. `platform` is its slug. Its name always stands beside it as text. */
export function PlatformMark({
  platform,
  name,
  size,
}: {
  platform: string | null | undefined;
  name: string;
  size?: 'small' | 'large';
}): ReactNode {
  const hue = HUES[hash(name) % HUES.length];
  return (
    <span className={`platform ${hue}${size ? ` is-${size}` : ''}`} aria-hidden="true">
      {platform && SYMBOLS.has(platform) ? (
        <svg>
          <use href={`${sprite}#${platform}`} />
        </svg>
      ) : (
        platformLetters(name)
      )}
    </span>
  );
}

/** A person as a circle with initials. */
export function Avatar({ name, size }: { name: string; size?: 'large' }): ReactNode {
  return (
    <span className={size ? 'avatar is-large' : 'avatar'} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** A business as a dark square with initials. */
export function BusinessMark({ name, quiet = false }: { name: string; quiet?: boolean }): ReactNode {
  return (
    <span className={quiet ? 'business is-quiet' : 'business'} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function platformLetters(name: string): string {
  const [first = '?', second = ''] = [...name.replace(/[^\p{L}\p{N}]/gu, '')];
  return first.toUpperCase() + second.toLowerCase();
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase() || '?';
}

function hash(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}
