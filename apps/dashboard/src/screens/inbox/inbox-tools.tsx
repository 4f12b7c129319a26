import { type ReactNode, Suspense, useRef } from 'react';
import { lazy } from '../../api/load-code';
import { useShortcuts } from '../../app/shortcuts';
import { Button } from '../../components/controls/button';
import { SearchField } from '../../components/controls/search-field';
import { Icon } from '../../components/display/icon';
import { Tools } from '../../components/layout/page';
import { Menu, MenuItem } from '../../components/overlays/menu';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { hasFilters, SORTS, sortOf, tabOf, withParam } from './filters/filters';
import { useCounts } from './inbox-tabs';
import { countOf } from './list-requests';
import { useInboxSearch, useInboxState } from './use-inbox';

const FilterChips = lazy(async () => ({
  default: (await import('./filters/filter-chips')).FilterChips,
}));
const FilterMenu = lazy(async () => ({ default: (await import('./filters/filter-menu')).FilterMenu }));
const SaveView = lazy(async () => ({ default: (await import('./filters/save-view')).SaveView }));

/** The bar of search, filters and order. */
export function InboxTools(): ReactNode {
  const t = useTexts('inbox');
  const [search] = useInboxSearch();
  return (
    <Tools label={t('tools')}>
      <Search />
      <Suspense>{hasFilters(withParam(search, 'q', '')) && <FilterChips />}</Suspense>
      <FilterButton />
      <Matching />
      <SortMenu />
      <Suspense>{hasFilters(search) && <SaveView />}</Suspense>
    </Tools>
  );
}

function Search(): ReactNode {
  const t = useTexts('inbox');
  const [{ q = '' }, change] = useInboxSearch();
  return (
    <SearchField
      label={t('search')}
      value={q}
      className="inbox-find"
      onSearch={(text) => change((search) => withParam(search, 'q', text), { replace: true })}
    />
  );
}

function FilterButton(): ReactNode {
  const t = useTexts('inbox');
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts([{ keys: 'f', run: () => button.current?.click() }]);
  return (
    <Menu
      label={t('filter')}
      role="dialog"
      trigger={(attributes) => (
        <button type="button" {...attributes} ref={button} className="chip add">
          <Icon name="add" />
          <span>{t('filter')}</span>
          <kbd aria-hidden="true">F</kbd>
        </button>
      )}
    >
      <Suspense fallback={<div className="filter-menu" />}>
        <FilterMenu />
      </Suspense>
    </Menu>
  );
}

/** How many reviews match, of how many in the tab. */
function Matching(): ReactNode {
  const t = useTexts('inbox');
  const formats = useFormats();
  const [search] = useInboxSearch();
  const { count, phase, isRefreshing } = useInboxState();
  const counts = useCounts();
  const all = counts && countOf(counts, tabOf(search));
  const n = formats.number(count);
  return (
    <span className="help-text ms-auto tabular-nums" role="status">
      {phase === 'ready' &&
        !isRefreshing &&
        (all !== undefined && hasFilters(search) ? t('n_of_m', { n, m: formats.number(all) }) : n)}
    </span>
  );
}

function SortMenu(): ReactNode {
  const t = useTexts('inbox');
  const [search, change] = useInboxSearch();
  const sort = sortOf(search);
  return (
    <Menu
      label={t('sort')}
      trigger={(attributes) => (
        <Button {...attributes} kind="quiet" className="inbox-sort">
          {t(`sort_${sort}`)}
          <Icon name="chevron-down" size="small" />
        </Button>
      )}
    >
      {SORTS.map((one) => (
        <MenuItem
          key={one}
          checked={one === sort}
          onSelect={() => change((before) => withParam(before, 'sort', one === 'newest' ? '' : one))}
        >
          {t(`sort_${one}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
