import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { Status } from '../../../components/display/labels';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { sessionQuery, useSession } from '../../../session/session';
import { Block } from '../parts/section';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { sessionsKey } from './sessions-query';
import { type TwoFactorChange, TwoFactorChangeDialog } from './two-factor-change-dialog';
import { TwoFactorSetupDialog } from './two-factor-setup-dialog';

type Open = 'set_up' | TwoFactorChange;

/** Switches the own two-factor sign-in on and off, and makes new recovery codes. */
export function TwoFactor(): ReactNode {
  const t = useTexts('settings');
  const { user } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = (): Promise<unknown> =>
    Promise.all([
      queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
      queries.invalidateQueries({ queryKey: sessionsKey }),
    ]);
  const showCodes = (made: readonly string[]): void => {
    setOpen(null);
    setCodes(made);
  };
  return (
    <Block title={t('two_factor')} text={t('two_factor_text')}>
      <div className="flex flex-wrap items-center gap-2">
        {user.two_factor ? (
          <>
            <Status tone="good">{t('on')}</Status>
            <Button size="form" onClick={() => setOpen('recovery_codes')}>
              {t('new_recovery_codes')}
            </Button>
            <Button size="form" kind="danger" onClick={() => setOpen('switch_off')}>
              {t('switch_off')}
            </Button>
          </>
        ) : (
          <>
            <Status tone="warn">{t('off')}</Status>
            <Button size="form" icon="lock" onClick={() => setOpen('set_up')}>
              {t('set_up')}
            </Button>
          </>
        )}
      </div>
      {open === 'set_up' && <TwoFactorSetupDialog onClose={() => setOpen(null)} onDone={showCodes} />}
      {(open === 'recovery_codes' || open === 'switch_off') && (
        <TwoFactorChangeDialog
          change={open}
          onClose={() => setOpen(null)}
          onDone={(made) => {
            if (made) return showCodes(made);
            setOpen(null);
            toaster.show({ text: t('two_factor_is_off') });
            return void refresh();
          }}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            void refresh();
          }}
        />
      )}
    </Block>
  );
}
