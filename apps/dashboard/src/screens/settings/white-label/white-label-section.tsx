import type { Schema } from '@plaudit/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/controls/field';
import { Status } from '../../../components/display/labels';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { ConfirmDialog } from '../forms/confirm-dialog';
import { Loaded } from '../parts/loaded';
import { SaveForm } from '../forms/save-form';
import { Block, SectionHeader } from '../parts/section';
import { accountQuery } from '../parts/account-query';
import { useSubmit } from '../forms/use-submit';
import { DnsRecord } from './dns-record';

const TONES = { none: 'quiet', pending: 'warn', verified: 'good' } as const;

/** The domain under which customers of an agency sign in, and the proof that it is theirs. */
export function WhiteLabelSection(): ReactNode {
  const t = useTexts('settings');
  const query = useQuery(accountQuery(useAccountApi()));
  return (
    <Loaded query={query}>
      {(account) => (
        <>
          <SectionHeader
            title={t('white-label')}
            actions={
              <Status tone={TONES[account.vanity_status]}>{t(`vanity_${account.vanity_status}`)}</Status>
            }
          >
            {t('white_label_text')}
          </SectionHeader>
          <Block title={t('domain')} text={t('domain_text')}>
            <DomainForm key={account.vanity_url} account={account} />
          </Block>
          {account.vanity_proof && account.vanity_url && (
            <Block title={t('dns')} text={t('dns_text')}>
              <DnsRecord
                host={account.vanity_url}
                status={account.vanity_status}
                proof={account.vanity_proof}
              />
            </Block>
          )}
          <Block title={t('lapse')}>
            <p className="text-text-2">{t('lapse_text')}</p>
          </Block>
        </>
      )}
    </Loaded>
  );
}

function DomainForm({ account }: { account: Schema<'Account'> }): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const queries = useQueryClient();
  const stored = account.vanity_url ?? '';
  const [host, setHost] = useState(stored);
  const [removing, setRemoving] = useState(false);
  const { busy, errorOf, otherError, run } = useSubmit(['vanity_url']);
  const change = async (vanity_url: string | null): Promise<void> => {
    await api.client.put('/account', { body: { vanity_url } });
    await queries.invalidateQueries({ queryKey: api.key('account') });
    toaster.show({ text: t(vanity_url ? 'domain_saved' : 'domain_removed') });
  };
  const typed = host.trim();
  return (
    <>
      <SaveForm
        changed={typed !== '' && typed !== stored}
        busy={busy}
        error={otherError}
        onSave={() => void run(() => change(typed))}
        extra={
          stored !== '' && (
            <Button kind="danger" size="form" onClick={() => setRemoving(true)}>
              {t('remove_domain')}
            </Button>
          )
        }
      >
        <TextField
          label={t('domain')}
          placeholder="reviews.example.com"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={host}
          error={errorOf('vanity_url')}
          help={t('domain_help')}
          onChange={({ target }) => setHost(target.value)}
        />
      </SaveForm>
      {removing && (
        <ConfirmDialog
          title={t('remove_domain_title', { host: stored })}
          verb={t('remove_domain')}
          onClose={() => setRemoving(false)}
          onConfirm={() => change(null)}
        >
          <p>{t('remove_domain_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
