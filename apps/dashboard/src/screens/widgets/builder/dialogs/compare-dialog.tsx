import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../../components/controls/button';
import { Dialog } from '../../../../components/overlays/dialog';
import { useTexts } from '../../../../i18n/texts';
import { useBuilder } from '../builder-context';
import { asText, leafPaths, type Path, valueAt } from '../draft/json-paths';
import type { SettingField } from '../settings/fields';
import { useSettingTexts } from '../settings/setting-texts';

/** Lists what differs from the defaults, beside the defaults. */
export function CompareDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('widgets');
  const { draft, fields } = useBuilder();
  const leaves = leafPaths(draft.overrides);
  const rows = fields.flatMap((setting) =>
    leaves
      .filter((path) => setting.path.every((part, at) => part === path[at]))
      .map((path) => ({ setting, path })),
  );
  return (
    <Dialog
      title={t('compare_title')}
      width={680}
      onClose={onClose}
      footer={
        <Button size="form" className="ms-auto" onClick={onClose}>
          {t('compare_close')}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p>{t('compare_none')}</p>
      ) : (
        <table className="table-list compare-table">
          <thead>
            <tr>
              <th scope="col">{t('setting')}</th>
              <th scope="col">{t('default')}</th>
              <th scope="col">{t('yours')}</th>
              <th scope="col">
                <span className="sr-only">{t('reset')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ setting, path }) => (
              <CompareRow key={path.join('.')} path={path} setting={setting} />
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

function CompareRow({ path, setting }: { path: Path; setting: SettingField }): ReactNode {
  const t = useTexts('widgets');
  const texts = useSettingTexts();
  const { draft, canEdit } = useBuilder();
  const part = path[setting.path.length];
  const name = part ? `${texts.label(setting)}: ${texts.part(part)}` : texts.label(setting);
  const show = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
    return 'options' in setting.field ? texts.option(setting, asText(value)) : asText(value);
  };
  return (
    <tr>
      <td>
        <span className="help-text block">{texts.block(setting.block)}</span>
        {name}
      </td>
      <td className="text-text-2">{show(valueAt(draft.defaults, path))}</td>
      <td className="break-words">{show(valueAt(draft.settings, path))}</td>
      <td>
        {canEdit && (
          <IconButton icon="undo" label={t('reset_setting', { name })} onClick={() => draft.reset(path)} />
        )}
      </td>
    </tr>
  );
}
