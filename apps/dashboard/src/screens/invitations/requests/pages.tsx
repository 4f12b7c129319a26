import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import { useAddress } from '../use-address';
import { PAGE_SIZE } from './request-list';

/** Says which rows are shown and leads to the others. */
export function Pages({ start, shown, total }: { start: number; shown: number; total: number }): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  const [, change] = useAddress();
  if (total <= PAGE_SIZE && start === 0) return null;
  const go = (to: number): void => change({ start: to > 0 ? String(to) : undefined });
  return (
    <nav className="inv-pages" aria-label={t('requests')}>
      <Button
        icon="chevron-left"
        disabled={start === 0}
        aria-label={common('previous')}
        onClick={() => go(Math.max(0, start - PAGE_SIZE))}
      />
      <span className="help-text" role="status">
        {t('page_of', { from: Math.min(start + 1, total), to: start + shown, total })}
      </span>
      <Button
        icon="chevron-right"
        disabled={start + shown >= total}
        aria-label={common('next')}
        onClick={() => go(start + PAGE_SIZE)}
      />
    </nav>
  );
}
