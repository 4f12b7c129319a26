import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { SearchField } from '../../../components/controls/search-field';
import { PlatformMark } from '../../../components/display/monograms';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';
import { obstacleOf, type Wizard, WizardFrame } from './wizard';

/** All platforms with the way in which each is connected. */
export function PlatformsStep({
  wizard,
  types,
}: {
  wizard: Wizard;
  types: readonly ChannelType[];
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = types
    .filter(({ label, type, aliases, category }) => {
      const names = [label, type, category, ...aliases].join(' ').toLowerCase();
      return words.every((word) => names.includes(word));
    })
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <WizardFrame
      step="find"
      title={t('all_platforms', { count: types.length })}
      wizard={wizard}
      footer={
        <Button kind="quiet" icon="back" onClick={() => wizard.go('find')}>
          {common('back')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <SearchField isInside isInstant label={t('search_platforms')} value={text} onSearch={setText} />
        <p className={shown.length > 0 ? 'sr-only' : 'text-text-2'} role="status">
          {t('platform_count', { count: shown.length })}
        </p>
        <ul className="platform-list">
          {shown.map((type) => (
            <li key={type.type}>
              <PlatformButton type={type} onChoose={() => wizard.go(type.type)} />
            </li>
          ))}
        </ul>
      </div>
    </WizardFrame>
  );
}

function PlatformButton({ type, onChoose }: { type: ChannelType; onChoose: () => void }): ReactNode {
  const t = useTexts('channels');
  const { label, method, limit } = type;
  const obstacle = obstacleOf(type);
  return (
    <button
      type="button"
      aria-disabled={obstacle !== null || undefined}
      onClick={() => obstacle ?? onChoose()}
    >
      <PlatformMark platform={type.type} name={label} />
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium">{label}</span>
        {obstacle && <span className="help-text">{t(obstacle, { platform: label, limit })}</span>}
      </span>
      <span className="help-text">{t(`method_${method}`)}</span>
    </button>
  );
}
