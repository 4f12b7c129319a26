import type { ReactNode } from 'react';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { isForgotten } from './key-age';
import { type KeyRights, summaryOf } from './role-scopes';

/** What a key or an app may do: its areas in words, and all scopes in the tooltip. */
export function Scopes({ shown }: { shown: KeyRights & { allowed_ips?: readonly string[] } }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const summary = summaryOf(shown);
  const text =
    summary.kind === 'areas'
      ? formats.list(summary.areas.map((area) => t(`area_${area}`)))
      : t(`scopes_${summary.kind}`);
  const addresses = shown.allowed_ips ?? [];
  return (
    <span className="text-text-2" title={shown.scopes.join(', ')}>
      {text}
      {addresses.length > 0 && (
        <span className="help-text block" title={addresses.join(', ')}>
          {t('from_addresses', { count: addresses.length })}
        </span>
      )}
    </span>
  );
}

/** When it was last used. Amber after a year without use. */
export function LastUsed({
  shown,
}: {
  shown: { last_used_on: string | null; created_on: string };
}): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const date = shown.last_used_on ? apiDate(shown.last_used_on) : null;
  const tone = isForgotten(date, apiDate(shown.created_on), new Date()) ? 'text-warn' : 'text-text-2';
  if (!date) return <span className={tone}>{t('never')}</span>;
  return (
    <time
      className={`${tone} whitespace-nowrap tabular-nums`}
      dateTime={date.toISOString()}
      title={formats.moment(date)}
    >
      {formats.age(date)}
    </time>
  );
}

/** When it ends, or ended. */
export function Ends({ shown: { expires_on: end } }: { shown: { expires_on: string | null } }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  if (!end) return <span className="text-text-2">{t('never')}</span>;
  const date = apiDate(end);
  const ended = date <= new Date();
  return (
    <span
      className={`${ended ? 'text-bad' : 'text-text-2'} whitespace-nowrap tabular-nums`}
      title={formats.moment(date)}
    >
      {ended ? t('ended', { day: formats.day(date) }) : formats.day(date)}
    </span>
  );
}
