import type { Schema } from '@plaudit/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/controls/copy-button';
import { Status } from '../../../components/display/labels';
import { OnceDialog } from '../../../components/forms/once-dialog';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { curlExample } from './curl-example';

const LOOK_EVERY_MS = 2_000;

/** Shows a new key, the only time that this is possible, and whether a first request with it has arrived. */
export function SecretDialog({ made, onClose }: { made: Schema<'NewKey'>; onClose: () => void }): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const curl = curlExample(location.origin, made.key);
  return (
    <OnceDialog
      title={t('copy_key_now')}
      width={560}
      verb={t('key_stored')}
      note={
        <span className="help-text truncate">
          {t('key_summary', { name: made.name, role: common(`role_${made.role}`) })}
        </span>
      }
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p className="text-text-2">{t('only_time')}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 grow rounded-6 border border-control bg-sunken px-2 py-1.5 text-12 break-all">
            {made.key}
          </code>
          <CopyButton size="form" text={made.key} />
        </div>
        <div className="grid gap-1">
          <div className="flex items-center">
            <p className="label">{t('try_it')}</p>
            <CopyButton kind="quiet" size="small" className="ms-auto" text={curl} />
          </div>
          <pre className="code">{curl}</pre>
          <Received id={made.id} />
        </div>
      </div>
    </OnceDialog>
  );
}

function Received({ id }: { id: number }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const api = useAccountApi();
  const { data: used } = useQuery({
    queryKey: api.key('keys', 'used', id),
    // The page after the id before it has the key first.
    queryFn: async ({ signal }) => {
      const query = { limit: 1, ...(id > 1 ? { cursor: id - 1 } : {}) };
      const { keys } = await api.client.get('/keys', { params: { query }, signal });
      return keys.find((key) => key.id === id)?.last_used_on ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? false : LOOK_EVERY_MS),
    retry: false,
  });
  return (
    <p role="status">
      {used ? (
        <Status tone="good">{t('key_received', { time: formats.time(apiDate(used)) })}</Status>
      ) : (
        <Status tone="quiet">{t('key_not_received')}</Status>
      )}
    </p>
  );
}
