import type { Schema } from '@plaudit/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { SelectField } from '../../../components/controls/field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { Loaded } from '../parts/loaded';
import { SaveForm } from '../forms/save-form';
import { Block } from '../parts/section';
import { timeZoneChoices } from '../parts/time-zones';
import { useSubmit } from '../forms/use-submit';

/** The time zone in which the days of the reports of this sub account begin. */
export function ReportsZone({ editable }: { editable: boolean }): ReactNode {
  const t = useTexts('settings');
  const { client, key } = useApi();
  const query = useQuery({
    queryKey: key('reports', 'settings'),
    queryFn: ({ signal }) => client.get('/reports/settings', { signal }),
  });
  return (
    <Block title={t('reports_zone')} text={t('reports_zone_text')}>
      <Loaded query={query}>
        {(settings) =>
          editable ? (
            <ZoneForm settings={settings} />
          ) : (
            <>
              <p>{settings.timezone ?? settings.default_timezone}</p>
              <p className="help-text">{t('admins_change_this')}</p>
            </>
          )
        }
      </Loaded>
    </Block>
  );
}

function ZoneForm({ settings }: { settings: Schema<'ReportSettings'> }): ReactNode {
  const t = useTexts('settings');
  const { client, key } = useApi();
  const queries = useQueryClient();
  const stored = settings.timezone ?? '';
  const [zone, setZone] = useState(stored);
  const { busy, errorOf, otherError, run } = useSubmit(['timezone']);
  const save = (): Promise<boolean> =>
    run(async () => {
      await client.put('/reports/settings', { body: { timezone: zone || null } });
      await queries.invalidateQueries({ queryKey: key('reports') });
      toaster.show({ text: t('zone_saved') });
    });
  return (
    <SaveForm changed={zone !== stored} busy={busy} error={otherError} onSave={() => void save()}>
      <SelectField
        label={t('time_zone')}
        help={t('zone_help')}
        value={zone}
        error={errorOf('timezone')}
        onChange={({ target }) => setZone(target.value)}
        choices={[
          { value: '', label: t('zone_default', { zone: settings.default_timezone }) },
          ...timeZoneChoices(stored ? [stored] : []),
        ]}
      />
    </SaveForm>
  );
}
