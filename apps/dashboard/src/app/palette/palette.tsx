import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../api/load-code';
import { Icon } from '../../components/display/icon';
import { Key } from '../../components/display/labels';
import { useTexts } from '../../i18n/texts';
import { modifierName } from '../keyboard';
import { useShortcuts } from '../shortcuts';

const PaletteFinder = lazy(() =>
  import('./palette-finder').then(({ PaletteFinder: component }) => ({ default: component })),
);

/** The button and the shortcut of the palette. Its code is loaded when it is opened. */
export function PaletteButton(): ReactNode {
  const t = useTexts('common');
  const [open, setOpen] = useState(false);
  useShortcuts([{ keys: 'mod+k', run: () => setOpen(true) }]);
  return (
    <>
      <button
        type="button"
        className="jump-to"
        title={t('search')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className="label-text truncate">{t('search')}</span>
        <span className="label-text ms-auto whitespace-nowrap">
          <Key>{modifierName()}K</Key>
        </span>
      </button>
      {open && (
        <Suspense>
          <PaletteFinder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
