import { type ReactNode, useState } from 'react';
import { matches } from '../../../app/palette/palette-query';
import { Button } from '../../../components/controls/button';
import { SearchField } from '../../../components/controls/search-field';
import { Icon, type IconName } from '../../../components/display/icon';
import { LoadError } from '../../../components/display/states';
import { useCloseMenu } from '../../../components/overlays/menu';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useInboxSearch, useInboxState } from '../use-inbox';
import { FilterList } from './filter-list';
import { type FilterOptions, useFilterOptions, useNames } from './filter-options';
import { FLAGS, type FlagParam, type ListParam, toggled, valuesOf, withoutFilters } from './chips';
import { hasFilters, withParam } from './filters';
import { PostedFilter } from './posted-filter';

type Page = 'where' | 'languages' | 'groups' | 'tags' | 'posted';
const PAGES: readonly { page: Page; icon: IconName; params: readonly ListParam[] }[] = [
  { page: 'where', icon: 'channels', params: ['platforms', 'channels', 'sources'] },
  { page: 'languages', icon: 'language', params: ['languages'] },
  { page: 'groups', icon: 'pin', params: ['groups'] },
  { page: 'tags', icon: 'tag', params: ['tags'] },
  { page: 'posted', icon: 'clock', params: [] },
];
const SEARCHED: readonly ListParam[] = ['languages', 'platforms', 'channels', 'sources', 'groups', 'tags'];

/** The menu of filters. Every choice acts at once, so that the counts beside the others stay true. */
export function FilterMenu(): ReactNode {
  const t = useTexts('inbox_detail');
  const [search] = useInboxSearch();
  const options = useFilterOptions(search, { isMenu: true });
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
        <SearchField
          isInside
          isInstant
          label={t('filter_by')}
          className="menu-search"
          value={text}
          onSearch={setText}
        />
      )}
      {failed && <LoadError error={failed.error} retry={() => void failed.refetch()} />}
      {entry ? (
        <FilterPage params={entry.params} options={options} />
      ) : text ? (
        <Found text={text} options={options} />
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
  const [search] = useInboxSearch();
  return (
    <>
      <RatingButtons />
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
      <hr />
      {FLAGS.map((param) => (
        <FlagBox key={param} param={param} />
      ))}
    </>
  );
}

function RatingButtons(): ReactNode {
  const t = useTexts('inbox_detail');
  const [search, change] = useInboxSearch();
  const chosen = valuesOf(search, 'rating');
  return (
    <>
      <p className="menu-heading">{t('field_rating')}</p>
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
    </>
  );
}

function FlagBox({ param }: { param: FlagParam }): ReactNode {
  const t = useTexts('inbox_detail');
  const [search, change] = useInboxSearch();
  return (
    <label className="menu-item">
      <input
        type="checkbox"
        checked={Boolean(search[param])}
        onChange={({ target }) => change((before) => withParam(before, param, target.checked ? '1' : ''))}
      />
      {t(`only_${param}`)}
    </label>
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

/** The filters whose heading has the words of a text, with all their values, and the values of the others that have them. */
function Found({ text, options }: { text: string; options: FilterOptions }): ReactNode {
  const t = useTexts('inbox_detail');
  const isNamed = (...names: string[]): boolean => names.some((name) => matches(name, text));
  const lists = SEARCHED.map((param) => ({
    param,
    found: isNamed(t(`list_${param}`), t(`field_${param}`))
      ? options[param]
      : options[param].filter(({ label }) => isNamed(label)),
  })).filter(({ found }) => found.length > 0);
  const flags = FLAGS.filter((param) => isNamed(t(`only_${param}`), t(`field_${param}`)));
  const hasRating = isNamed(t('field_rating'));
  const hasPosted = isNamed(t('page_posted'));
  if (lists.length + flags.length === 0 && !hasRating && !hasPosted)
    return <p className="menu-heading">{t('nothing_found')}</p>;
  return (
    <>
      {hasRating && <RatingButtons />}
      {flags.map((param) => (
        <FlagBox key={param} param={param} />
      ))}
      {lists.map(({ param, found }) => (
        <FilterList key={param} param={param} options={found} title={t(`list_${param}`)} />
      ))}
      {hasPosted && (
        <>
          <p className="menu-heading">{t('page_posted')}</p>
          <PostedFilter />
        </>
      )}
    </>
  );
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
