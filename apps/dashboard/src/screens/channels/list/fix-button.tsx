import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { type Channel } from '../rules/channel-state';
import { fixesOf, mainFix } from '../rules/remedies';
import { useCheckNow } from '../use-check-now';
import { useTypes } from '../use-channels';

/** The first thing that a person can do for a failing channel, or the way to all of them. */
export function FixButton({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  const types = useTypes();
  const check = useCheckNow(channel.id);
  const canWrite = useCan('channels:write');
  const canRefresh = useCan('channels:refresh');
  const type = types?.find(({ type: slug }) => slug === channel.type);
  const fixes = fixesOf(channel, type);
  const fix = mainFix(fixes);
  const account = String(subAccountId);
  if (canWrite && (fix === 'sign_in' || fix === 'replace_key'))
    return (
      <Link
        className="btn primary small"
        to="/$account/channels"
        params={{ account }}
        search={{ connect: channel.type, channel: String(channel.id) }}
        aria-label={t('reconnect_name', { name: channel.name })}
      >
        {t('reconnect')}
      </Link>
    );
  if (canRefresh && fix === 'enable')
    return (
      <Button size="small" busy={check.busy} disabled={check.again !== null} onClick={check.run}>
        {t('enable')}
      </Button>
    );
  if (fixes.length < 2) return null;
  return (
    <Link
      className="btn small"
      to="/$account/channels/$channel"
      params={{ account, channel: String(channel.id) }}
      aria-label={t('see_options_for', { name: channel.name })}
    >
      {t('see_options')}
    </Link>
  );
}
