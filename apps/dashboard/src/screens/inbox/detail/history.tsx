import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { LoadError } from '../../../components/display/states';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan, useSession } from '../../../session/session';
import type { Review } from '../model/review-rows';
import { type HistoryItem, reviewHistory } from '../detail-requests';

/** The oldest changes of a long history are left out. */
const MAX_SHOWN = 20;

/** What happened to a review, and who did it. */
export function History({ review }: { review: Review }): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const api = useApi();
  const sentenceOf = useSentence(review);
  const { data, error, refetch } = useQuery({
    queryKey: api.key('reviews', 'history', review.id),
    queryFn: ({ signal }) => reviewHistory(api.client, review.id, signal),
    retry: false,
  });
  if (!data && error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h2 className="font-semibold">{t('history')}</h2>
      <ol className="history">
        {data.slice(-MAX_SHOWN).map((item, at) => {
          const time = apiDate(item.at);
          return (
            <li key={`${item.at}-${at}`}>
              <time dateTime={time.toISOString()} title={formats.moment(time)}>
                {formats.isoDay(time) === formats.isoDay(new Date()) ? formats.time(time) : formats.day(time)}
              </time>
              {sentenceOf(item)}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Returns the function that says what happened, in one sentence. */
function useSentence(review: Review): (item: HistoryItem) => string {
  const t = useTexts('inbox_detail');
  const tagsChanged = useTagSentence();
  const whoOf = useWho();
  const platform = review.label;
  return (item) => {
    const { kind, by, to } = item;
    const who = whoOf(by);
    switch (kind) {
      case 'status_changed':
        if (by.type === 'rule') return t('history_rule');
        return t(`history_${to === 'approved' || to === 'ignored' ? to : 'inbox'}`, { who });
      case 'tags_changed':
        return tagsChanged(item, who);
      case 'text_edited':
      case 'edited':
        return by.type === 'crawl' ? t('history_changed', { platform }) : t('history_edited', { who });
      default:
        return t(`history_${kind}`, { platform, who });
    }
  };
}

function useTagSentence(): (item: HistoryItem, who: string) => string {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const nameOf = useTagNames();
  const namesOf = (ids: readonly number[]): string => formats.list(ids.map(nameOf));
  return ({ details }, who) => {
    const { added = [], removed = [] } = details ?? {};
    if (added.length > 0 && removed.length > 0) return t('history_tags', { who });
    if (added.length > 0) return t('history_tagged', { who, tags: namesOf(added) });
    return t('history_untagged', { who, tags: namesOf(removed) });
  };
}

function useWho(): (by: HistoryItem['by']) => string {
  const t = useTexts('inbox_detail');
  const { user } = useSession();
  const api = useApi();
  const users = useQuery({
    queryKey: api.key('users', 'inbox'),
    queryFn: ({ signal }) => api.client.get('/users/get', { signal }),
    enabled: useCan('account:manage'),
    retry: false,
  });
  return ({ type, id }) => {
    if (type !== 'user') return t(`by_${type}`);
    if (id === user.id) return t('by_you');
    return users.data?.find((one) => one.id === id)?.name || t('by_user');
  };
}

function useTagNames(): (id: number) => string {
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('tags', 'inbox'),
    queryFn: ({ signal }) => api.client.get('/tags', { signal }),
  });
  return (id) => data?.items.find((tag) => tag.id === id)?.name ?? String(id);
}
