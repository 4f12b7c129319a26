import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toaster } from '../../../components/overlays/toaster';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { ConfirmDialog } from '../forms/confirm-dialog';
import { useAccountApi } from '../parts/account-api';
import { type App, ownAppsKey } from './app-rows';

/** Asks before an app loses its access. `revoke` sends the request. */
export function RevokeAppDialog({
  app,
  revoke,
  onClose,
}: {
  app: App;
  revoke: () => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('apps');
  const api = useAccountApi();
  const queries = useQueryClient();
  const formats = useFormats();
  const { name, last_used_on: used } = app;
  return (
    <ConfirmDialog
      title={t('revoke_title', { name })}
      verb={t('revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await revoke();
        await Promise.all([
          queries.invalidateQueries({ queryKey: api.key('apps') }),
          queries.invalidateQueries({ queryKey: ownAppsKey }),
        ]);
        toaster.show({ text: t('revoked', { name }) });
      }}
    >
      <p>{used ? t('revoke_used', { time: formats.moment(apiDate(used)) }) : t('revoke_unused')}</p>
      <p>{t('revoke_text')}</p>
    </ConfirmDialog>
  );
}
