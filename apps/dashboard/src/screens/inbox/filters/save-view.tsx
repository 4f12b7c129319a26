import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/controls/field';
import { Dialog } from '../../../components/overlays/dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { addView } from '../detail-requests';
import { useInboxSearch } from '../use-inbox';
import { listQuery } from './filters';

const MAX_NAME = 60;

/** Saves the filters, the tab and the order under a name. */
export function SaveView(): ReactNode {
  const t = useTexts('inbox');
  const [isOpen, setOpen] = useState(false);
  if (!useCan('reviews:write')) return null;
  return (
    <>
      <Button kind="quiet" className="inbox-save" onClick={() => setOpen(true)}>
        {t('save_view')}
      </Button>
      {isOpen && <SaveViewDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveViewDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('inbox_detail');
  const common = useTexts('common');
  const api = useApi();
  const queries = useQueryClient();
  const [search] = useInboxSearch();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (!name.trim()) return setError(t('view_needs_name'));
    setBusy(true);
    try {
      await addView(api.client, name.trim(), listQuery(search));
      await queries.invalidateQueries({ queryKey: api.key('reviews', 'views') });
      toaster.show({ text: t('view_saved', { name: name.trim() }) });
      onClose();
    } catch (caught) {
      setError(shownError(caught).msg ?? common('network_failed'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('save_view_title')}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" className="ms-auto" busy={isBusy}>
            {t('save_view_verb')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('view_name')}
        help={search.since?.endsWith('d') ? t('view_period_note') : t('view_shared_note')}
        error={error}
        value={name}
        maxLength={MAX_NAME}
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
    </Dialog>
  );
}
