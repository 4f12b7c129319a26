import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Switch } from '../../../components/controls/choice';
import { ErrorNote } from '../../../components/forms/error-note';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { sessionQuery, useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { ConfirmDialog } from '../forms/confirm-dialog';
import { Loaded } from '../parts/loaded';
import { Block } from '../parts/section';
import { accountQuery } from '../parts/account-query';
import { useSubmit } from '../forms/use-submit';

type Rules = Partial<Record<'api_enabled' | 'require_two_factor', boolean>>;

/** The rules that hold for all keys and admins of the account. The frame asks for the password where it is needed. */
export function AccountRules(): ReactNode {
  const t = useTexts('settings');
  const { user } = useSession();
  const api = useAccountApi();
  const queries = useQueryClient();
  const query = useQuery(accountQuery(api));
  const [stopping, setStopping] = useState(false);
  const { busy, otherError, run } = useSubmit();
  const change = async (rules: Rules): Promise<void> => {
    await api.client.put('/account', { body: rules });
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.key('account') }),
      queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
    ]);
    toaster.show({ text: t('rule_saved') });
  };
  return (
    <Block title={t('account_rules')} text={t('account_rules_text')}>
      <Loaded query={query}>
        {({ api_enabled, require_two_factor, usage }) => (
          <div className="grid gap-4">
            <ErrorNote error={otherError} />
            <Switch
              label={t('api_on')}
              help={t('api_on_text')}
              checked={api_enabled}
              disabled={busy}
              onChange={() => {
                if (api_enabled) setStopping(true);
                else void run(() => change({ api_enabled: true }));
              }}
            />
            <Switch
              label={t('require_two_factor')}
              help={
                user.two_factor || require_two_factor
                  ? t('require_two_factor_text')
                  : t('require_two_factor_first')
              }
              checked={require_two_factor}
              disabled={busy || (!user.two_factor && !require_two_factor)}
              onChange={() => void run(() => change({ require_two_factor: !require_two_factor }))}
            />
            {stopping && (
              <ConfirmDialog
                title={t('api_off_title')}
                verb={t('api_off')}
                onClose={() => setStopping(false)}
                onConfirm={() => change({ api_enabled: false })}
              >
                <p>{t('api_off_text', { count: usage.keys })}</p>
              </ConfirmDialog>
            )}
          </div>
        )}
      </Loaded>
    </Block>
  );
}
