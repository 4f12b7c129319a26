import { useTexts } from '../../i18n/texts';
import { toaster } from '../overlays/toaster';
import { copyText } from './copy-text';

/**
 * Returns a function that copies a text and shows the message `done`. If the browser does not allow it, a message shows the text
 * instead, and the function returns false.
 */
export function useCopy(): (text: string, done: string) => Promise<boolean> {
  const t = useTexts('common');
  return async (text, done) => {
    const isCopied = await copyText(text);
    toaster.show(isCopied ? { text: done } : { kind: 'failed', text: t('not_copied'), detail: text });
    return isCopied;
  };
}
