import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { SelectField, TextArea } from '../../../components/controls/field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { SaveForm } from '../forms/save-form';
import { useSubmit } from '../forms/use-submit';
import { Loaded } from '../parts/loaded';
import { Block } from '../parts/section';

const CHOICES = ['business', 'own', 'none'] as const;
type Signs = (typeof CHOICES)[number];

/** As the API takes it. */
const MAX_SIGNATURE = 300;

/** What stands at the end of the reply drafts of this sub account. */
export function ReplySignature(): ReactNode {
  const t = useTexts('settings');
  const { client, key } = useApi();
  const query = useQuery({
    queryKey: key('ai', 'signature'),
    queryFn: ({ signal }) => client.get('/reviews/ai/settings', { signal }),
  });
  return (
    <Block title={t('signature')} text={t('signature_text')}>
      <Loaded query={query}>
        {({ signature }) => <SignatureForm key={String(signature)} stored={signature} />}
      </Loaded>
    </Block>
  );
}

function SignatureForm({ stored }: { stored: string | null }): ReactNode {
  const t = useTexts('settings');
  const { client, key } = useApi();
  const queries = useQueryClient();
  const [signs, setSigns] = useState<Signs>(stored === null ? 'business' : stored === '' ? 'none' : 'own');
  const [text, setText] = useState(stored ?? '');
  const { busy, errorOf, otherError, run } = useSubmit(['signature']);
  const signature = signs === 'business' ? null : signs === 'none' ? '' : text.trim();
  // Blank would be stored as no signature, which is a choice of its own.
  const isBlank = signs === 'own' && signature === '';
  const save = (): Promise<boolean> =>
    run(async () => {
      await client.put('/reviews/ai/settings', { body: { signature } });
      await queries.invalidateQueries({ queryKey: key('ai') });
      toaster.show({ text: t('signature_saved') });
    });
  return (
    <SaveForm
      changed={signature !== stored && !isBlank}
      busy={busy}
      error={otherError}
      onSave={() => void save()}
    >
      <SelectField
        label={t('signature_who')}
        value={signs}
        onChange={({ target }) => setSigns(target.value as Signs)}
        choices={CHOICES.map((value) => ({ value, label: t(`signature_${value}`) }))}
      />
      {signs === 'own' && (
        <TextArea
          label={t('signature_own_text')}
          help={t('signature_help')}
          error={errorOf('signature')}
          rows={3}
          maxLength={MAX_SIGNATURE}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </SaveForm>
  );
}
