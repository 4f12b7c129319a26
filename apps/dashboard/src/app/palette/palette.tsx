import type { ReactNode } from 'react';
import { Icon } from '../../components/display/icon';
import { useTexts } from '../../i18n/texts';

/** Opens the palette. */
export function PaletteButton(): ReactNode {
  const t = useTexts('common');
  return (
    <button type="button" className="jump-to" title={t('search')}>
      <Icon name="search" />
      <span className="label-text">{t('search')}</span>
    </button>
  );
}
