import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';
import { isWorthRetrying } from '../rules/found';

/** Says which platforms have not answered and which found nothing. Each can be searched again. */
export function SearchedPlatforms({
  found: { platforms, candidates },
  types,
  busy,
  onRetry,
}: {
  found: Schema<'Discovery'>;
  types: readonly ChannelType[];
  /** The slug of the platform that is searched again. */
  busy: string | null;
  onRetry: (platform: string) => void;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const answered = platforms.filter(({ status }) => status === 'answered').length;
  const empty = platforms.filter(
    (one) => one.status !== 'answered' || !candidates.some(({ platform }) => platform === one.platform),
  );
  return (
    <>
      {answered < platforms.length && platforms.length > 1 && (
        <p className="font-medium" role="status">
          {t('platforms_answered', { answered, total: platforms.length })}
        </p>
      )}
      {empty.length > 0 && (
        <ul className="grid gap-1.5">
          {empty.map((one) => {
            const label = types.find(({ type }) => type === one.platform)?.label ?? one.platform;
            return (
              <li key={one.platform} className="flex flex-wrap items-center gap-2">
                <Icon
                  name={one.status === 'answered' ? 'info' : 'alert'}
                  className={one.status === 'answered' ? 'text-text-3' : 'text-warn'}
                />
                <span className="min-w-0 grow basis-60">
                  {t(`search_${one.status}`, { platform: label })}
                </span>
                {isWorthRetrying(one) && (
                  <Button
                    size="small"
                    icon="refresh"
                    busy={busy === one.platform}
                    disabled={busy !== null}
                    aria-label={`${common('retry')}: ${t('search_again_on', { platform: label })}`}
                    onClick={() => onRetry(one.platform)}
                  >
                    {common('retry')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
