import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Radio } from '../../../components/controls/choice';
import { TextField } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { Dialog } from '../../../components/overlays/dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import type { Channel } from '../rules/channel-state';

/** Asks whether the reviews of a channel stay, and disconnects it. Deleting reviews needs the name of the channel. */
export function DisconnectDialog({
  channel,
  onClose,
  onDone,
}: {
  channel: Channel;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { id, name, label } = channel;
  const radios = useId();
  const [isKept, setKept] = useState(true);
  const [typed, setTyped] = useState('');
  const counts = useChannelCounts(id);
  const total = counts?.total ?? channel.collected_reviews;
  const disconnect = useDisconnect(channel, isKept, onDone);
  const isConfirmed = isKept || typed.trim() === name.trim();
  const verb = total === 0 ? t('disconnect') : t(isKept ? 'disconnect_keep' : 'disconnect_delete');
  return (
    <Dialog
      title={t('disconnect_title', { platform: label, name })}
      onClose={onClose}
      onSubmit={() => isConfirmed && disconnect.mutate()}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('stay_connected')}
          </Button>
          <Button
            type="submit"
            kind="danger"
            className="ms-auto"
            disabled={!isConfirmed}
            busy={disconnect.isPending}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {total > 0 && (
          <fieldset className="grid gap-3">
            <legend className="sr-only">{t('reviews')}</legend>
            <Radio
              name={radios}
              checked={isKept}
              onChange={() => setKept(true)}
              label={t('keep_reviews', { count: total })}
              help={t('keep_reviews_help')}
            />
            <Radio
              name={radios}
              checked={!isKept}
              onChange={() => setKept(false)}
              label={t('delete_reviews', { count: total })}
              help={t('delete_reviews_help', { count: counts?.approved ?? 0 })}
            />
          </fieldset>
        )}
        {total === 0 && <p>{t('nothing_collected')}</p>}
        {!isKept && (
          <TextField
            label={t('type_to_confirm', { name })}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {disconnect.error && (
          <Note tone="bad">{shownError(disconnect.error).msg ?? common('network_failed')}</Note>
        )}
      </div>
    </Dialog>
  );
}

/** Returns the number of reviews of a channel by status, or undefined until they are counted. */
export function useChannelCounts(id: number) {
  const api = useApi();
  const counts = useQuery({
    queryKey: api.key('reviews', 'counts', { channels: String(id) }),
    queryFn: ({ signal }) =>
      api.client.get('/reviews/counts', { params: { query: { channels: String(id) } }, signal }),
  });
  return counts.data;
}

function useDisconnect({ id, name }: Channel, isKept: boolean, onDone: () => void) {
  const api = useApi();
  const t = useTexts('channels');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.client.delete('/channels/delete/{id}', {
        params: { path: { id }, query: isKept ? { keep_reviews: 1 } : {} },
      }),
    onSuccess: ({ reviews_kept }) => {
      const text =
        reviews_kept > 0
          ? t('disconnected_kept', { name, count: reviews_kept })
          : t('disconnected', { name });
      toaster.show({ text });
      onDone();
      void queries.invalidateQueries({ queryKey: api.key('reviews') });
      void queries.invalidateQueries({ queryKey: api.key('groups') });
      // The channel itself is left out: its page may still be open, and it cannot be read any more.
      void queries.invalidateQueries({
        queryKey: api.key('channels'),
        predicate: ({ queryKey }) => queryKey[2] !== 'one',
      });
    },
  });
}
