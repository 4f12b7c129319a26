import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/controls/button';
import { SearchField } from '../../../../components/controls/search-field';
import { Icon } from '../../../../components/display/icon';
import { useTexts } from '../../../../i18n/texts';
import { useBuilder } from '../builder-context';
import { overrideCount } from '../draft/draft';
import { type Block, BLOCKS, matching, type SettingField } from './fields';
import { SettingRow } from './setting-row';
import { useSettingTexts } from './setting-texts';
import { WidgetFacts } from './widget-facts';

const FIRST_OPEN: readonly Block[] = ['header', 'style'];

/** All settings in ten blocks, with a search over them. */
export function SettingsPanel(): ReactNode {
  const t = useTexts('widgets');
  const { fields } = useBuilder();
  const texts = useSettingTexts();
  const [search, setSearch] = useState('');
  const { open, toggle } = useOpenBlocks(() => setSearch(''));
  const found = matching(
    fields,
    search,
    (setting) => `${texts.label(setting)} ${texts.block(setting.block)}`,
  );
  return (
    <aside className="settings-panel" aria-label={t('tab_settings')}>
      <SettingSearch search={search} found={found.length} onSearch={setSearch} />
      <div className="settings-scroll">
        {!search && <WidgetFacts />}
        {BLOCKS.map((block) => {
          const shown = found.filter((setting) => setting.block === block);
          if (shown.length === 0) return null;
          return (
            <SettingsBlock
              key={block}
              block={block}
              settings={shown}
              open={search !== '' || open.has(block)}
              onToggle={(isOpen) => search === '' && toggle(block, isOpen)}
            />
          );
        })}
        {found.length === 0 && (
          <div className="empty">
            <p className="text-text-2">{t('no_setting', { search })}</p>
            <Button onClick={() => setSearch('')}>{t('clear_search')}</Button>
          </div>
        )}
      </div>
    </aside>
  );
}

function SettingSearch({
  search,
  found,
  onSearch,
}: {
  search: string;
  found: number;
  onSearch: (search: string) => void;
}): ReactNode {
  const t = useTexts('widgets');
  return (
    <div className="settings-search" role="search">
      <SearchField isInstant label={t('find_setting')} value={search} onSearch={onSearch} />
      <span className="sr-only" role="status">
        {search && t('n_settings', { count: found })}
      </span>
    </div>
  );
}

interface OpenBlocks {
  open: ReadonlySet<Block>;
  toggle: (block: Block, isOpen: boolean) => void;
}

/** Remembers which blocks are open. Opens that of a setting which the service refused, and shows the setting. */
function useOpenBlocks(onShow: () => void): OpenBlocks {
  const { error } = useBuilder().draft;
  const [open, setOpen] = useState<ReadonlySet<Block>>(new Set(FIRST_OPEN));
  const show = useRef(onShow);
  useEffect(() => {
    show.current = onShow;
  });
  useEffect(() => {
    const refused = error?.field;
    if (!refused) return;
    show.current();
    // oxlint-disable-next-line react/set-state-in-effect -- a person may close the block again, so it does not follow from the error
    setOpen((current) => new Set([...current, refused.split('.')[0] as Block]));
    requestAnimationFrame(() => showSetting(refused));
  }, [error]);
  const toggle = (block: Block, isOpen: boolean): void =>
    setOpen((current) => {
      const next = new Set(current);
      if (isOpen) next.add(block);
      else next.delete(block);
      return next;
    });
  return { open, toggle };
}

/** Scrolls to a setting and puts the focus into it. `path` is such as `style.radius`, or that of a part of it. */
function showSetting(path: string): void {
  const [block, key] = path.split('.');
  const row = document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(`${block}.${key}`)}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
}

function SettingsBlock({
  block,
  settings,
  open,
  onToggle,
}: {
  block: Block;
  settings: readonly SettingField[];
  open: boolean;
  onToggle: (open: boolean) => void;
}): ReactNode {
  const t = useTexts('widgets');
  const texts = useSettingTexts();
  const { draft, canEdit } = useBuilder();
  const count = overrideCount(draft.overrides, block);
  return (
    <details
      className="settings-block"
      open={open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>
        <Icon name="chevron-right" size="small" />
        <h2 className="grow font-medium">{texts.block(block)}</h2>
        {count > 0 && <span className="changed-count">{t('n_changed', { count })}</span>}
      </summary>
      {open && (
        <div className="settings-rows">
          {settings.map((setting) => (
            <SettingRow key={setting.path.join('.')} setting={setting} />
          ))}
          {count > 0 && canEdit && (
            <Button
              kind="quiet"
              size="small"
              icon="undo"
              className="w-fit"
              onClick={() => draft.reset([block])}
            >
              {t('reset_block', { name: texts.block(block) })}
            </Button>
          )}
        </div>
      )}
    </details>
  );
}
