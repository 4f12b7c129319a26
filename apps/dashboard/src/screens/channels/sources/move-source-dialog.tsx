import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { SelectField } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { Dialog } from '../../../components/overlays/dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import type { Source } from './sources-tab';
import { useSources } from './use-sources';

/** Merges a source into another, or deletes it. Both move its reviews to another source. */
export function MoveSourceDialog({
  source,
  isMerge,
  onClose,
}: {
  source: Source;
  isMerge: boolean;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const others = (useSources().data ?? []).filter(({ id }) => id !== source.id);
  const [chosen, setChosen] = useState('');
  const target = chosen || (isMerge ? String(others[0]?.id ?? '') : '');
  const count = useReviewCount(source.id);
  const move = useMove(source, isMerge, onClose);
  return (
    <Dialog
      title={t(isMerge ? 'merge_title' : 'delete_title', { name: source.name })}
      onClose={onClose}
      onSubmit={() => move.mutate(target)}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('keep_it')}
          </Button>
          <Button
            type="submit"
            kind={isMerge ? 'primary' : 'danger'}
            className="ms-auto"
            disabled={isMerge && target === ''}
            busy={move.isPending}
          >
            {t(isMerge ? 'merge_source' : 'delete_source')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{count === undefined ? t('reviews_move') : t('reviews_move_count', { count })}</p>
        <SelectField
          label={t('move_to')}
          value={target}
          onChange={({ target: select }) => setChosen(select.value)}
          choices={[
            ...(isMerge ? [] : [{ value: '', label: t('manual_source') }]),
            ...others.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {move.error && <Note tone="bad">{shownError(move.error).msg ?? common('network_failed')}</Note>}
      </div>
    </Dialog>
  );
}

function useReviewCount(sourceId: number): number | undefined {
  const api = useApi();
  const sources = String(sourceId);
  const counts = useQuery({
    queryKey: api.key('reviews', 'counts', { sources }),
    queryFn: ({ signal }) => api.client.get('/reviews/counts', { params: { query: { sources } }, signal }),
  });
  return counts.data?.total;
}

function useMove({ id, name }: Source, isMerge: boolean, onDone: () => void) {
  const api = useApi();
  const t = useTexts('channels');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (target: string) => {
      const path = { id };
      if (isMerge)
        await api.client.post('/sources/{id}/merge', { params: { path }, body: { into: Number(target) } });
      else
        await api.client.delete('/sources/{id}', {
          params: { path, query: target ? { move_to: Number(target) } : {} },
        });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.key('sources') });
      void queries.invalidateQueries({ queryKey: api.key('reviews') });
      toaster.show({ text: t(isMerge ? 'source_merged' : 'source_deleted', { name }) });
      onDone();
    },
  });
}
