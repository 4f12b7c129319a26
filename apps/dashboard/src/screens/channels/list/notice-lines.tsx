import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import type { Channel } from '../rules/channel-state';

type Notice = Channel['notices'][number];

/** Returns the sentence about what crawls could not understand. */
function useNoticeText(): (notice: Notice) => string {
  const t = useTexts('channels');
  const formats = useFormats();
  return ({ code, count, total, example }) => {
    const all = { count: formats.number(count), total: formats.number(total ?? 0) };
    const amount = total === null ? all.count : t('notice_amount', all);
    if (code === 'unreadable_dates' && example === null) return t('notice_missing_dates', { amount });
    return t(`notice_${code}`, { amount, example: example ?? '' });
  };
}

/** What crawls could not understand, one line each. */
export function NoticeLines({ channel, after }: { channel: Channel; after?: ReactNode }): ReactNode {
  const text = useNoticeText();
  return (
    <p className="help-text flex flex-wrap gap-x-1.5">
      {channel.notices.map((notice) => (
        <span key={notice.code}>{text(notice)}</span>
      ))}
      {after}
    </p>
  );
}

/** The same with what it means and what helps. */
export function NoticeList({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const text = useNoticeText();
  return (
    <ul className="grid gap-2">
      {channel.notices.map((notice) => (
        <li key={notice.code} className="wrap-anywhere">
          {text(notice)} <span className="text-text-2">{t(`notice_${notice.code}_text`)}</span>
        </li>
      ))}
    </ul>
  );
}
