import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button, type ButtonProps } from './button';
import { copyText } from './copy-text';

const SHOWN_MS = 2_000;

/** Copies a text and says so, or says that the browser does not allow it. */
export function CopyButton({ text, children, ...button }: ButtonProps & { text: string }): ReactNode {
  const t = useTexts('common');
  const [outcome, setOutcome] = useState<'copied' | 'not_copied' | null>(null);
  const copied = outcome === 'copied';
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button
        icon={copied ? 'check' : 'copy'}
        {...button}
        onClick={() => void copyText(text).then((isCopied) => setOutcome(isCopied ? 'copied' : 'not_copied'))}
      >
        {copied ? t('copied') : (children ?? t('copy'))}
      </Button>
      <span className={outcome === 'not_copied' ? 'help-text text-bad' : 'sr-only'} role="status">
        {outcome ? t(outcome) : ''}
      </span>
    </>
  );
}
