import { type ReactNode, useRef } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { Checkbox } from '../../../components/controls/choice';
import { SelectField } from '../../../components/controls/field';
import { Icon } from '../../../components/display/icon';
import { Key } from '../../../components/display/labels';
import { Menu } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';
import { useProfiles } from '../invite-queries';
import { useAddress } from '../use-address';
import { filtersOf, type RequestStatus, STATUSES } from './request-list';

/** The dashed chip that opens all filters. F opens it, too. */
export function FilterMenu(): ReactNode {
  const t = useTexts('invitations');
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts([{ keys: 'f', run: () => button.current?.click() }]);
  return (
    <Menu
      label={t('filters')}
      role="dialog"
      trigger={(attributes) => (
        <button type="button" className="chip add" {...attributes} ref={button}>
          <Icon name="add" />
          <span>{t('filter')}</span>
          <Key>F</Key>
        </button>
      )}
    >
      <FilterFields />
    </Menu>
  );
}

function FilterFields(): ReactNode {
  const t = useTexts('invitations');
  const [address, change] = useAddress();
  const profiles = useProfiles();
  const { status, type, settingsId } = filtersOf(address);
  const any = { value: '', label: t('filter_any') };
  const toggle = (one: RequestStatus, isOn: boolean): void => {
    const chosen = STATUSES.filter((other) => (other === one ? isOn : status.includes(other)));
    change({ status: chosen.join(','), start: undefined });
  };
  return (
    <div className="inv-filters">
      <fieldset>
        <legend className="label">{t('filter_status')}</legend>
        {STATUSES.map((one) => (
          <Checkbox
            key={one}
            label={t(`status_${one}`)}
            checked={status.includes(one)}
            onChange={(event) => toggle(one, event.target.checked)}
          />
        ))}
      </fieldset>
      <SelectField
        label={t('filter_type')}
        value={type ?? ''}
        choices={[any, { value: 'email', label: t('type_email') }, { value: 'sms', label: t('type_sms') }]}
        onChange={(event) => change({ type: event.target.value, start: undefined })}
      />
      <SelectField
        label={t('filter_profile')}
        value={settingsId ?? ''}
        choices={[any, ...profiles.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(event) => change({ settings: event.target.value, start: undefined })}
      />
    </div>
  );
}
