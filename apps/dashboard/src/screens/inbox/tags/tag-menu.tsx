import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Menu } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';
import type { Targets } from '../actions/targets';
import { TagPicker } from './tag-picker';

/** The button that opens the tags. The key T presses the first one on the page that is not inside the facts. */
export function TagMenu({
  targets,
  isInline = false,
}: {
  targets: () => Targets | null;
  isInline?: boolean;
}): ReactNode {
  const t = useTexts('inbox_detail');
  return (
    <Menu
      label={t('tags')}
      role="dialog"
      trigger={(attributes) =>
        isInline ? (
          <button type="button" {...attributes} className="tag line">
            <Icon name="add" />
            {t('add_tag')}
          </button>
        ) : (
          <Button {...attributes} shortcut="T" data-tag-trigger="">
            {t('tag')}
          </Button>
        )
      }
    >
      <TagPicker targets={targets} />
    </Menu>
  );
}
