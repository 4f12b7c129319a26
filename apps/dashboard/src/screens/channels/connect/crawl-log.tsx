import { type ReactNode, useEffect, useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { type Channel, stateOf } from '../rules/channel-state';

const MAX_LINES = 8;

interface Line {
  key: string;
  at: Date;
  text: string;
}

/** What was seen of the first crawls, newest last. */
export function CrawlLog({ channels }: { channels: readonly Channel[] }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    const seen = channels.flatMap((channel) => {
      const { id, label, score, progress, collected_reviews, reviews } = channel;
      const { word, need } = stateOf(channel);
      const events = [
        ...(word === 'queued' ? [['queued', t('log_queued')]] : []),
        ...(score === null ? [] : [['score', t('log_score', { score: formats.number(score, 1) })]]),
        ...(progress && progress.pages > 0
          ? [[`page-${progress.pages}`, t('page_number', { page: progress.pages })]]
          : []),
        ...(progress?.stage === 'waiting' ? [[`pause-${progress.pages}`, t('crawl_waiting')]] : []),
        // The count follows the end of a crawl by a moment.
        ...(need === 'healthy' && (collected_reviews > 0 || !reviews)
          ? [['done', t('log_done', { count: collected_reviews })]]
          : []),
      ];
      return events.map(([key = '', text = '']) => ({ key: `${id}-${key}`, text: `${label}: ${text}` }));
    });
    // oxlint-disable-next-line react/set-state-in-effect -- the log keeps past states, which the present channels no longer tell
    setLines((old) => {
      const fresh = seen.filter(({ key }) => old.every((line) => line.key !== key));
      if (fresh.length === 0) return old;
      const at = new Date();
      return [...old, ...fresh.map((line) => ({ ...line, at }))].slice(-MAX_LINES);
    });
  }, [channels, t, formats]);
  return (
    <section className="grid content-start gap-1">
      <h3 className="label">{t('log')}</h3>
      <ol className="crawl-log" aria-live="off">
        {lines.map(({ key, at, text }) => (
          <li key={key}>
            <time dateTime={at.toISOString()}>{formats.time(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
