import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { Icon, type IconName } from '../../../components/display/icon';
import { LoadError } from '../../../components/display/states';
import { useCloseMenu } from '../../../components/overlays/menu';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useInboxSearch, useInboxState } from '../use-inbox';
import { FilterList } from './filter-list';
import { type FilterOptions, useFilterOptions, useNames } from './filter-options';
import { type ListParam, toggled, valuesOf, withoutFilters } from './chips';
import { hasFilters, withParam } from './filters';
import { PostedFilter } from './posted-filter';

type Page = 'where' | 'groups' | 'tags' | 'posted';
const PAGES: readonly { page: Page; icon: IconName; params: readonly ListParam[] }[] = [
  { page: 'where', icon: 'channels', params: ['platforms', 'channels', 'sources'] },
  { page: 'groups', icon: 'pin', params: ['groups'] },
  { page: 'tags', icon: 'tag', params: ['tags'] },
  { page: 'posted', icon: 'clock', params: [] },
];
const SEARCHED: readonly ListParam[] = ['languages', 'platforms', 'channels', 'sources', 'groups', 'tags'];

/** The menu of filters. Every choice acts at once, so that the counts beside the others stay true. */
export function FilterMenu(): ReactNode {
  const t = useTexts('inbox_detail');
  const [search] = useInboxSearch();
  const options = useFilterOptions(search);
  const { failed } = useNames();
  const [page, setPage] = useState<Page | null>(null);
  const [text, setText] = useState('');
  const entry = PAGES.find((one) => one.page === page);
  return (
    <div className="filter-menu">
      {entry ? (
        <button type="button" className="menu-item" autoFocus onClick={() => setPage(null)}>
          <Icon name="chevron-left" />
          <b>{t(`page_${entry.page}`)}</b>
        </button>
      ) : (
        <label className="input is-compact menu-search">
          <Icon name="search" />
          <input
            autoFocus
            value={text}
            placeholder={t('filter_by')}
            aria-label={t('filter_by')}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      )}
      {failed && <LoadError error={failed.error} retry={() => void failed.refetch()} />}
      {entry ? (
        <FilterPage params={entry.params} options={options} />
      ) : text.trim() ? (
        <Found text={text.trim()} options={options} />
      ) : (
        <FirstPage options={options} onPage={setPage} />
      )}
      <Foot />
    </div>
  );
}

function FirstPage({ options, onPage }: { options: FilterOptions; onPage: (page: Page) => void }): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const [search, change] = useInboxSearch();
  return (
    <>
      <p className="menu-heading">{t('field_rating')}</p>
      <RatingButtons />
      {options.languages.length > 0 && (
        <>
          <p className="menu-heading">{t('field_languages')}</p>
          <FilterList param="languages" options={options.languages.slice(0, 3)} />
        </>
      )}
      <hr />
      {PAGES.map(({ page, icon, params }) => {
        const offered = params.reduce((sum, param) => sum + options[param].length, 0);
        const chosen = params.reduce((sum, param) => sum + valuesOf(search, param).length, 0);
        if (params.length > 0 && offered === 0) return null;
        return (
          <button key={page} type="button" className="menu-item" onClick={() => onPage(page)}>
            <Icon name={icon} />
            {t(`page_${page}`)}
            <span className="help-text ms-auto tabular-nums">
              {chosen > 0 ? t('n_chosen', { count: chosen }) : params.length > 0 && formats.number(offered)}
            </span>
            <Icon name="chevron-right" size="small" />
          </button>
        );
      })}
      {(['media_only', 'with_text'] as const).map((param) => (
        <label key={param} className="menu-item">
          <input
            type="checkbox"
            checked={Boolean(search[param])}
            onChange={({ target }) => change((before) => withParam(before, param, target.checked ? '1' : ''))}
          />
          {t(`only_${param}`)}
        </label>
      ))}
    </>
  );
}

function RatingButtons(): ReactNode {
  const t = useTexts('inbox_detail');
  const [search, change] = useInboxSearch();
  const chosen = valuesOf(search, 'rating');
  return (
    <div className="rating-buttons" role="group" aria-label={t('field_rating')}>
      {['1', '2', '3', '4', '5'].map((stars) => (
        <button
          key={stars}
          type="button"
          aria-pressed={chosen.includes(stars)}
          aria-label={t('n_stars', { count: Number(stars) })}
          onClick={() => change((before) => toggled(before, 'rating', stars))}
        >
          {stars}
        </button>
      ))}
    </div>
  );
}

function FilterPage({
  params,
  options,
}: {
  params: readonly ListParam[];
  options: FilterOptions;
}): ReactNode {
  const t = useTexts('inbox_detail');
  if (params.length === 0) return <PostedFilter />;
  return params.map((param) => (
    <FilterList
      key={param}
      param={param}
      options={options[param]}
      {...(params.length > 1 ? { title: t(`list_${param}`) } : {})}
    />
  ));
}

/** The values of all filters that contain a text. */
function Found({ text, options }: { text: string; options: FilterOptions }): ReactNode {
  const t = useTexts('inbox_detail');
  const wanted = text.toLocaleLowerCase();
  const lists = SEARCHED.map((param) => ({
    param,
    found: options[param].filter(({ label }) => label.toLocaleLowerCase().includes(wanted)),
  })).filter(({ found }) => found.length > 0);
  if (lists.length === 0) return <p className="menu-heading">{t('nothing_found')}</p>;
  return lists.map(({ param, found }) => (
    <FilterList key={param} param={param} options={found} title={t(`list_${param}`)} />
  ));
}

function Foot(): ReactNode {
  const t = useTexts('inbox_detail');
  const close = useCloseMenu();
  const [search, change] = useInboxSearch();
  const { count, isRefreshing } = useInboxState();
  return (
    <div className="filter-foot">
      {hasFilters(search) && (
        <Button kind="quiet" onClick={() => change(withoutFilters)}>
          {t('clear_filters')}
        </Button>
      )}
      <Button kind="primary" className="filter-show" disabled={isRefreshing} onClick={close}>
        {t('show_n', { count })}
      </Button>
    </div>
  );
}
