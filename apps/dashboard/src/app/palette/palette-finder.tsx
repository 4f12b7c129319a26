import { type ReactNode, useState } from 'react';
import { Icon } from '../../components/display/icon';
import { Key } from '../../components/display/labels';
import { useTexts } from '../../i18n/texts';
import { modifierName } from '../keyboard';
import { Finder } from './finder';
import { readPaletteText } from './palette-query';
import { usePaletteGroups } from './use-palette-groups';

const PREFIXES = [
  ['>', 'actions'],
  ['@', 'sub_accounts'],
  ['#', 'tags'],
] as const;

/** Finds screens, sub accounts, channels, tags, reviews and actions. */
export function PaletteFinder({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('palette');
  const [text, setText] = useState('');
  const { groups, failed } = usePaletteGroups(readPaletteText(text));
  return (
    <Finder
      label={t('palette_label')}
      mark={<Icon name="search" />}
      text={text}
      groups={groups}
      failed={failed}
      onText={setText}
      onClose={onClose}
      footer={
        <>
          <span>
            <Key>↑</Key>
            <Key>↓</Key> {t('move')}
          </span>
          <span>
            <Key>↵</Key> {t('open')}
          </span>
          <span>
            <Key>{modifierName()}↵</Key> {t('new_tab')}
          </span>
          <span className="ms-auto flex gap-4">
            {PREFIXES.map(([prefix, name]) => (
              <span key={prefix}>
                <Key>{prefix}</Key> {t(name)}
              </span>
            ))}
          </span>
        </>
      }
    />
  );
}
