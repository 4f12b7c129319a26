import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/controls/copy-button';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { Block } from '../parts/section';

const METADATA = '/.well-known/oauth-protected-resource/public/v1/mcp';

/** How to connect an assistant. */
export function ConnectAssistant(): ReactNode {
  const t = useTexts('apps');
  return (
    <Block title={t('assistant')} text={t('assistant_text')}>
      <AssistantAddress />
    </Block>
  );
}

/**
 * The address that an assistant needs, by sign-in or with a key. A white-label domain shows the address of the server itself,
 * because clients refuse one that differs from its metadata.
 */
export function AssistantAddress(): ReactNode {
  const t = useTexts('apps');
  const { account } = useParams({ from: '/$account/settings/$section' });
  const manages = useCan('account:manage');
  const { data: address = `${location.origin}/public/v1/mcp` } = useQuery({
    queryKey: ['mcp_address'],
    queryFn: async ({ signal }) =>
      ((await (await fetch(METADATA, { signal })).json()) as { resource: string }).resource,
    staleTime: Infinity,
  });
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <p className="label">{t('mcp_address')}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 grow rounded-6 border border-control bg-sunken px-2 py-1.5 text-12 break-all">
            {address}
          </code>
          <CopyButton size="form" text={address} />
        </div>
      </div>
      <p className="text-text-2">
        {t('assistant_key')}{' '}
        {manages && (
          <>
            <Link
              to="/$account/settings/$section"
              params={{ account, section: 'keys' }}
              search={{}}
              className="underline underline-offset-2"
            >
              {t('to_keys')}
            </Link>
            {' · '}
          </>
        )}
        <a href="/docs" className="underline underline-offset-2">
          {t('to_reference')}
        </a>
      </p>
    </div>
  );
}
