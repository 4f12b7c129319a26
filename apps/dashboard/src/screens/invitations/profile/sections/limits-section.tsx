import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/texts';
import type { ProfileEditor } from '../use-profile-editor';
import { NumberField } from './number-field';

/** How often one person is asked, and how much is sent in a day. */
export function LimitsSection({ editor: { draft, change, errorOf } }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  return (
    <div className="profile-two">
      <NumberField
        label={t('cooldown')}
        help={t('cooldown_help')}
        value={draft.cooldown.days}
        min={0}
        max={365}
        error={errorOf('cooldown.days')}
        onChange={(days) => change({ cooldown: { days } })}
      />
      <NumberField
        label={t('daily')}
        help={t('daily_help')}
        value={draft.limits.daily}
        min={1}
        max={10_000}
        error={errorOf('limits.daily')}
        onChange={(daily) => change({ limits: { daily } })}
      />
    </div>
  );
}
