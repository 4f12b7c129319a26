import type { Schema } from '@plaudit/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Checkbox, Radio } from '../../../components/controls/choice';
import { FormDialog } from '../../../components/forms/form-dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { FuseRequests } from './fuse-requests';

type Decision = 'suppress' | 'ignore';

/** Shows the people whose mails came back as unknown, asks whether they exist, and says what each answer does. */
export function FuseDialog({
  fuse: { id },
  onClose,
}: {
  fuse: Schema<'SendingStatus'>['fuses'][number];
  onClose: () => void;
}): ReactNode {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [undo, setUndo] = useState(false);
  const isSuppressing = decision === 'suppress';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.client.post('/invite/fuses/decide/{id}', {
        params: { path: { id } },
        body: isSuppressing ? { suppress: true } : { suppress: false, undo },
      }),
    onSuccess: ({ suppressed, undone }) => {
      onClose();
      toaster.show({
        text: isSuppressing
          ? t('fuse_done_suppressed', { count: suppressed })
          : t('fuse_done_ignored', { count: undone }),
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
  return (
    <FormDialog
      title={t('fuse_title')}
      width={560}
      verb={t(decision === 'ignore' ? 'fuse_verb_ignore' : 'fuse_verb_suppress')}
      ready={decision !== null}
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <p>{t('fuse_look')}</p>
      <FuseRequests fuseId={id} />
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t('fuse_title')}</legend>
        {(['suppress', 'ignore'] as const).map((one) => (
          <Radio
            key={one}
            name="decision"
            label={t(`fuse_${one}`)}
            help={t(`fuse_${one}_help`)}
            checked={decision === one}
            onChange={() => setDecision(one)}
          />
        ))}
        {decision === 'ignore' && (
          <Checkbox
            label={t('fuse_undo')}
            checked={undo}
            onChange={(event) => setUndo(event.target.checked)}
          />
        )}
      </fieldset>
    </FormDialog>
  );
}
