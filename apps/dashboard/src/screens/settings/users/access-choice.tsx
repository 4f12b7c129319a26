import type { ReactNode } from 'react';
import { Radio } from '../../../components/controls/choice';
import { useTexts } from '../../../i18n/texts';
import { type PickedSubAccount, SubAccountPicker } from '../parts/sub-account-picker';

/** Chooses the whole account or some of its sub accounts. */
export function AccessChoice({
  access,
  nameOf,
  error,
  onChange,
}: {
  /** Null for the whole account. */
  access: readonly number[] | null;
  nameOf: (id: number) => string;
  error: string | null;
  onChange: (picked: PickedSubAccount[] | null) => void;
}): ReactNode {
  const t = useTexts('settings');
  const picked = (access ?? []).map((id) => ({ id, name: nameOf(id) }));
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="label">{t('access')}</legend>
        <Radio
          name="access"
          label={t('whole_account')}
          help={t('whole_account_text')}
          checked={access === null}
          onChange={() => onChange(null)}
        />
        <Radio
          name="access"
          label={t('some_sub_accounts')}
          checked={access !== null}
          onChange={() => onChange(picked)}
        />
      </fieldset>
      {access && (
        <SubAccountPicker
          label={t('sub-accounts')}
          several
          picked={picked}
          error={error}
          onChange={onChange}
        />
      )}
    </>
  );
}
