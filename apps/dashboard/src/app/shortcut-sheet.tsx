import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../api/load-code';
import { IconButton } from '../components/controls/button';
import { useTexts } from '../i18n/texts';
import { useShortcuts } from './shortcuts';

const ShortcutSheet = lazy(() =>
  import('./shortcut-list').then(({ ShortcutSheet: component }) => ({ default: component })),
);

/** The button and the key `?` that show all shortcuts. */
export function ShortcutSheetButton(): ReactNode {
  const t = useTexts('common');
  const [open, setOpen] = useState(false);
  useShortcuts([{ keys: '?', run: () => setOpen(true) }]);
  return (
    <>
      <IconButton className="label-text" icon="info" label={t('shortcuts')} onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <ShortcutSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
