import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button, type ButtonProps } from './button';

const SHOWN_MS = 2_000;

/** Copies a text and says so. */
export function CopyButton({ text, children, ...button }: ButtonProps & { text: string }): ReactNode {
  const t = useTexts('common');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button
        icon={copied ? 'check' : 'copy'}
        {...button}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? t('copied') : (children ?? t('copy'))}
      </Button>
      <span className="sr-only" role="status">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}
