import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Radio } from '../../../components/controls/choice';
import { TextField } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { ConfirmDialog } from '../forms/confirm-dialog';
import { Block, SectionHeader } from '../parts/section';
import { ErasedNote } from './erased-note';

const REMOVED = ['erase_reviews', 'erase_invitations', 'erase_later'] as const;

/** Erases a person from reviews and invitations. It says what goes and what stays before it asks. */
export function PrivacySection(): ReactNode {
  const t = useTexts('settings');
  const { main, sub_account_count } = useSession();
  const account = useAccountApi();
  const own = useApi();
  const queries = useQueryClient();
  const [person, setPerson] = useState('');
  const [everywhere, setEverywhere] = useState(true);
  const [asking, setAsking] = useState(false);
  const [erased, setErased] = useState<{ person: string; result: Schema<'Erased'> } | null>(null);
  const hasChoice = main && sub_account_count > 1;
  const typed = person.trim();
  const erase = async (): Promise<void> => {
    const { client } = hasChoice && everywhere ? account : own;
    const result = await client.post('/privacy/erase', { body: { recipient: typed } });
    setErased({ person: typed, result });
    setPerson('');
    await Promise.all(
      (['reviews', 'invites'] as const).map((resource) =>
        queries.invalidateQueries({ queryKey: own.key(resource) }),
      ),
    );
  };
  return (
    <>
      <SectionHeader title={t('privacy')}>{t('privacy_text')}</SectionHeader>
      <Block title={t('erase_person')} text={t('erase_person_text')}>
        <form
          className="grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (typed) setAsking(true);
          }}
        >
          {erased && <ErasedNote {...erased} />}
          <TextField
            label={t('person_address')}
            help={t('person_address_help')}
            autoComplete="off"
            maxLength={254}
            value={person}
            onChange={({ target }) => setPerson(target.value)}
          />
          {hasChoice && <Where everywhere={everywhere} onChange={setEverywhere} />}
          <Note tone="info">
            <ul className="grid list-disc gap-1 ps-4">
              {REMOVED.map((key) => (
                <li key={key}>{t(key)}</li>
              ))}
            </ul>
          </Note>
          <div className="flex items-center gap-2">
            <Button type="submit" kind="danger" size="form" disabled={!typed}>
              {t('erase_person')}
            </Button>
            {!typed && <span className="help-text">{t('type_address_first')}</span>}
          </div>
        </form>
      </Block>
      {asking && (
        <ConfirmDialog
          title={t('erase_title', { person: typed })}
          verb={t('erase_person')}
          typed={typed}
          onClose={() => setAsking(false)}
          onConfirm={erase}
        >
          <p>{t('erase_final')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** A user of the whole account can erase a person everywhere. Only admins of the main sub account can. */
function Where({
  everywhere,
  onChange,
}: {
  everywhere: boolean;
  onChange: (everywhere: boolean) => void;
}): ReactNode {
  const t = useTexts('settings');
  return (
    <fieldset className="grid gap-2">
      <legend className="label">{t('erase_where')}</legend>
      <Radio
        name="where"
        label={t('erase_everywhere')}
        checked={everywhere}
        onChange={() => onChange(true)}
      />
      <Radio name="where" label={t('erase_here')} checked={!everywhere} onChange={() => onChange(false)} />
    </fieldset>
  );
}
