import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { SelectField } from '../../../components/controls/field';
import { FormDialog } from '../../../components/forms/form-dialog';
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
  const others = (useSources().data ?? []).filter(({ id }) => id !== source.id);
  const [chosen, setChosen] = useState('');
  const target = chosen || (isMerge ? String(others[0]?.id ?? '') : '');
  const count = useReviewCount(source.id);
  const move = useMove(source, isMerge, onClose);
  return (
    <FormDialog
      title={t(isMerge ? 'merge_title' : 'delete_title', { name: source.name })}
      wayOut={t('keep_it')}
      verb={t(isMerge ? 'merge_source' : 'delete_source')}
      danger={!isMerge}
      ready={!isMerge || target !== ''}
      busy={move.isPending}
      error={move.error}
      onClose={onClose}
      onSubmit={() => move.mutate(target)}
    >
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
    </FormDialog>
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
