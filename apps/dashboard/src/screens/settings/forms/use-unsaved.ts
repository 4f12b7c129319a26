import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';

/** Asks before a person leaves a page whose form has changes that are not saved. */
export function useUnsaved(changed: boolean): void {
  const t = useTexts('common');
  useBlocker({
    shouldBlockFn: () => changed && !window.confirm(t('not_saved')),
    enableBeforeUnload: () => changed,
    disabled: !changed,
  });
}
