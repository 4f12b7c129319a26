import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shownMessage } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { type Channel, missingReviews, stateOf } from '../rules/channel-state';
import { type Fix, fixesOf } from '../rules/remedies';
import { useCheckNow } from '../use-check-now';
import { useTypes } from '../use-channels';

/** Why a channel fails, what it means for its reviews and what to do, cheapest first. */
export function ErrorPanel({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const types = useTypes();
  const { word } = stateOf(channel);
  const { label, consecutive_failures: failures, last_checked, collected_reviews: kept } = channel;
  const missing = missingReviews(channel);
  const fixes = fixesOf(
    channel,
    types?.find(({ type }) => type === channel.type),
  );
  const sentences = [
    ...(failures > 0 && last_checked
      ? [t('failures', { count: failures, time: formats.moment(apiDate(last_checked)) })]
      : []),
    ...(kept > 0 ? [t('kept_shown', { count: kept })] : []),
    ...(missing > 0 ? [t('missing', { count: missing })] : []),
  ];
  return (
    <section className="error-panel" aria-labelledby="what-failed">
      <Icon name="alert" className="text-bad" />
      <div className="grid min-w-0 gap-3">
        <div>
          <h2 id="what-failed" className="text-14 font-semibold">
            {t(`reason_${word as 'blocked'}`, { platform: label })}
          </h2>
          <p className="flex flex-wrap gap-x-1 text-text-2">
            {sentences.map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </p>
          {channel.error_msg && <p className="help-text mt-1">{shownMessage(channel.error_msg)}</p>}
        </div>
        <ol className="fixes">
          {fixes.map((fix, at) => (
            <li key={fix}>
              <span aria-hidden="true">{at + 1}</span>
              <FixText fix={fix} channel={channel} />
              <FixAction fix={fix} channel={channel} isFirst={at === 0 || fixes[0] === 'wait'} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function FixText({ fix, channel }: { fix: Fix; channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const next = channel.next_crawl_on;
  return (
    <p>
      <b className="font-medium">{t(`fix_${fix}`, { platform: channel.label })}</b>{' '}
      {t(`fix_${fix}_text`, { platform: channel.label })}{' '}
      {fix === 'wait' && next && t('next_try', { time: formats.moment(apiDate(next)) })}
    </p>
  );
}

function FixAction({ fix, channel, isFirst }: { fix: Fix; channel: Channel; isFirst: boolean }): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  const check = useCheckNow(channel.id);
  const canWrite = useCan('channels:write');
  const canRefresh = useCan('channels:refresh');
  if (fix === 'enable')
    return (
      canRefresh && (
        <Button size="small" busy={check.busy} disabled={check.again !== null} onClick={check.run}>
          {t('enable')}
        </Button>
      )
    );
  const connect = {
    sign_in: channel.type,
    replace_key: channel.type,
    add_key: channel.type,
    import: 'import',
    check_address: 'address',
  }[fix as 'sign_in'];
  if (!connect || !canWrite) return null;
  return (
    <Link
      className={isFirst && fix !== 'import' ? 'btn small primary' : 'btn small'}
      to="/$account/channels"
      params={{ account: String(subAccountId) }}
      search={fix === 'check_address' ? { connect } : { connect, channel: String(channel.id) }}
    >
      {t(`do_${fix as 'sign_in'}`)}
    </Link>
  );
}
