import type { ReactNode } from 'react';
import { Switch } from '../components/controls/choice';
import { Key } from '../components/display/labels';
import { Dialog } from '../components/overlays/dialog';
import { useTexts } from '../i18n/texts';
import { modifierName } from './keyboard';
import { usePreferences } from './preferences';

const GROUPS = [
  {
    name: 'keys_everywhere',
    keys: [
      ['mod K', 'keys_palette'],
      ['?', 'keys_list'],
      ['Esc', 'keys_escape'],
      ['G O', 'overview'],
      ['G I', 'inbox'],
      ['G C', 'channels'],
      ['G W', 'widgets'],
      ['G V', 'invitations'],
      ['G R', 'reports'],
      ['G S', 'settings'],
      ['G A', 'switch_account'],
      ['mod S', 'keys_save'],
      ['mod Enter', 'keys_send'],
    ],
  },
  {
    name: 'keys_reviews',
    keys: [
      ['J', 'next'],
      ['K', 'previous'],
      ['Enter', 'open'],
      ['A', 'keys_approve'],
      ['I', 'keys_ignore'],
      ['U', 'keys_waiting'],
      ['T', 'keys_tag'],
      ['E', 'keys_edit'],
      ['L', 'keys_translate'],
    ],
  },
  {
    name: 'keys_selection',
    keys: [
      ['X', 'keys_select'],
      ['Shift X', 'keys_range'],
      ['* A', 'keys_page'],
      ['Z', 'keys_undo'],
      ['/', 'keys_search'],
      ['F', 'keys_filter'],
      ['N', 'keys_new'],
    ],
  },
] as const;

/** All shortcuts, and the switch for those of a single key. */
export function ShortcutSheet({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('common');
  const { singleKeys, change } = usePreferences();
  return (
    <Dialog
      title={t('shortcuts')}
      width={860}
      onClose={onClose}
      footer={
        <Switch
          label={t('keys_single')}
          help={t('keys_single_help')}
          checked={singleKeys}
          onChange={({ target }) => change({ singleKeys: target.checked })}
        />
      }
    >
      <div className="grid gap-8 sm:grid-cols-3">
        {GROUPS.map(({ name, keys }) => (
          <section key={name} className="grid content-start gap-2">
            <h3 className="font-semibold">{t(name)}</h3>
            <dl className="grid grid-cols-[88px_1fr] items-center gap-x-2 gap-y-1.5">
              {keys.map(([combination, text]) => (
                <ShortcutRow key={combination} combination={combination} text={t(text)} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function ShortcutRow({ combination, text }: { combination: string; text: string }): ReactNode {
  return (
    <>
      <dt className="flex gap-1">
        {combination.split(' ').map((key) => (
          <Key key={key}>{key === 'mod' ? modifierName().trim() : key}</Key>
        ))}
      </dt>
      <dd className="text-text-2">{text}</dd>
    </>
  );
}
