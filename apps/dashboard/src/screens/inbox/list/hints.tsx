import type { ReactNode } from 'react';
import { usePreferences } from '../../../app/preferences';
import { Key } from '../../../components/display/labels';
import { useTexts } from '../../../i18n/texts';

const HINTS = [
  ['move', ['J', 'K']],
  ['approve', ['A']],
  ['ignore', ['I']],
  ['select', ['X']],
  ['undo', ['Z']],
] as const;

/** The keys that are used most, below the list. Touch screens do not show them. */
export function Hints(): ReactNode {
  const t = useTexts('inbox');
  const { singleKeys } = usePreferences();
  if (!singleKeys) return null;
  return (
    <p className="inbox-hints" aria-hidden="true">
      {HINTS.map(([name, keys]) => (
        <span key={name}>
          <span>
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </span>
          {t(`hint_${name}`)}
        </span>
      ))}
    </p>
  );
}
