import { LANGUAGES, type Language } from './languages';
import { namespaces, readTexts } from './value-types';

/** Texts that name the same thing. In each language, those of a line are equal. */
const ONE_NAME: readonly (readonly string[])[] = [
  ['common.overview', 'overview.overview'],
  [
    'common.channels',
    'channels.title',
    'channels.tab_channels',
    'palette.channels',
    'inbox_detail.list_channels',
  ],
  ['common.widgets', 'widgets.widgets', 'settings.limit_widgets'],
  ['common.invitations', 'invitations.title', 'invite_import.invitations', 'reports.invitations'],
  ['common.reports', 'reports.reports'],
  ['common.settings', 'settings.settings', 'channels.settings', 'widgets.tab_settings'],
  ['settings.webhooks', 'webhooks.title'],
  ['invitations.tab_profiles', 'invite_profile.profiles'],
  ['settings.sub-accounts', 'palette.sub_accounts', 'webhooks.accounts'],
  ['channels.property', 'overview.property', 'reports.field_groups', 'inbox_detail.field_groups'],
  ['channels.tab_properties', 'inbox_detail.list_groups', 'widgets.set_groups'],
  ['channels.tab_sources', 'inbox_detail.list_sources'],
  ['channels.source', 'import.source', 'inbox_detail.field_sources'],
  ['palette.tags', 'inbox_detail.tags', 'import.tags', 'reports.tags'],
  ['import.author', 'import.field_from_name', 'inbox_detail.author'],
  ['channels.waiting', 'inbox.tab_inbox', 'settings.waiting_reviews'],
  ['common.keys_approve', 'inbox_detail.approve'],
  ['common.keys_ignore', 'inbox_detail.ignore'],
  ['common.keys_waiting', 'inbox_detail.to_waiting'],
  ['common.keys_tag', 'inbox_detail.tag'],
  ['common.keys_palette', 'palette.palette_label'],
  ['common.keys_filter', 'channels.filter', 'inbox.filter', 'invitations.filter', 'reports.filter'],
  [
    'channels.clear_filters',
    'inbox_detail.clear_filters',
    'invitations.filter_clear',
    'settings.clear_filters',
    'webhooks.clear_filters',
  ],
  ['channels.connect', 'inbox_detail.connect', 'overview.step_channel_action', 'reports.connect_channel'],
  ['channels.connect_title', 'palette.connect_channel'],
  ['invitations.invite_someone', 'invitations.new_title', 'overview.step_invite_action', 'palette.invite'],
  ['channels.need_healthy', 'settings.account_healthy', 'webhooks.state_healthy'],
  ['overview.next_try', 'channels.next_try', 'webhooks.next_attempt'],
  ['overview.all_caught_up', 'inbox_detail.caught_up'],
];

/** Words that compete with the chosen term, which stands behind them. */
const NOT: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bplease\b/i, 'nothing'],
    [/successfully/i, 'nothing'],
    [/sub-account/i, 'sub account'],
    [/!/, 'a full stop'],
  ],
  de: [
    [/Posteingang/, 'Eingang'],
    [/[Ss]chlagw[oö]rt/, 'Tag'],
    [/Verfasser/, 'Autor'],
    [/Administrator|\bEditor\b/, 'Admin, Redakteur'],
    [/\bNoten?\b/, 'Wertung'],
    [/\bBitte\b/, 'the request itself'],
    [/\b(du|dein|deine|deinen|dir)\b/, 'Sie'],
  ],
  fr: [
    [/\b[Rr]églages?\b/, 'paramètres'],
    [/[Cc]lés? d’API/, 'clé API'],
    [/\badmins?\b/i, 'administrateur'],
    [/\b(votre|l’) ?offre\b/i, 'forfait'],
    [/deux facteurs/, 'double authentification'],
    [/(?<!\p{L})(tu|toi|tes)(?!\p{L})/u, 'vous'],
    [/(?<![-\p{L}])mails?\b/u, 'e-mail'],
  ],
  es: [
    [/opini(ón|ones)/i, 'reseña'],
    [/[Ss]u función/, 'rol'],
    [/período/, 'periodo'],
    [/segundo factor/, 'inicio de sesión en dos pasos'],
    [/(?<!\p{L})(tú|tu|tus)(?!\p{L})/u, 'usted'],
    [/\bendpoint/i, 'destino'],
  ],
  it: [
    [/[Ss]truttur[ae]\b/, 'sede'],
    [/\bvot[oi]\b/i, 'valutazione'],
    [/\badmin\b|editor può|gli editor/i, 'amministratore, redattore'],
    [/\b(tuo|tua|tuoi|tue|ti)\b/i, 'Lei'],
    [/\bEmail\b/i, 'e-mail'],
    [/[a-zà,;:] S(uo|ua|uoi|ue)\b/, 'suo'],
  ],
  pt: [
    [/[Oo]rigem\b(?! a)/, 'fonte'],
    [/[Ll]íngua/, 'idioma'],
    [/[Pp]rocur(ar|e)\b/, 'pesquisar'],
    [/segundo fator/, 'início de sessão em dois passos'],
    [/carateres/, 'caracteres'],
    [/\b[Aa]rquivo|\b[Uu]suário|\b[Cc]elular|\b[Tt]ela\b/, 'the word of Portugal'],
    [/\bendpoint/i, 'destino'],
  ],
};
/** A menu of WordPress has a name of its own. */
const KEPT = ['widgets.guide_wordpress_2'];

/** What the typography of a language does not have. `\u202f` is the narrow space of French. */
const WRONG_SIGNS: Readonly<Record<Language, RegExp>> = {
  en: /[«»„]|\s[;:!?]/,
  de: /[«»”]|\s[;:!?]|\d%/,
  fr: /[“”„]|[^\u202f][;!?»]|«[^\u202f]|[^\u00a0\ds]:(\s|$)|[\d}] %/,
  es: /[“”„]|\s[;:!?]|^[^¿]*\?|[\d}] %/,
  it: /[“”„]|\s[;:!?]|[\d}]\s%/,
  pt: /[“”„]|\s[;:!?]|[\d}]\s%/,
};
const WRONG_ANYWHERE = /['"]|\.\.\.|\(\w{1,2}\)|\s{2}|^\s|\s$/;

/** Returns every form of every text with its name, such as `inbox.tab_inbox`. */
function formsOf(language: Language): [name: string, form: string][] {
  return namespaces().flatMap((namespace) =>
    Object.entries(readTexts(language, namespace)).flatMap(([key, text]) =>
      (typeof text === 'string' ? [text] : (Object.values(text) as string[])).map(
        (form): [string, string] => [`${namespace}.${key}`, form],
      ),
    ),
  );
}

describe.each(LANGUAGES)('the words of the dashboard in %s', (language) => {
  const forms = formsOf(language);
  const texts = new Map(forms);

  it.each(ONE_NAME.map((names) => [names[0] ?? '', names]))(
    'are the same wherever %s is named',
    (_, names) => {
      expect(names.map((name) => `${name}: ${texts.get(name)}`)).toEqual(
        names.map((name) => `${name}: ${texts.get(names[0] ?? '')}`),
      );
    },
  );

  it('have one term for each thing', () => {
    const found = forms.flatMap(([name, form]) =>
      NOT[language]
        .filter(([word]) => !KEPT.includes(name) && word.test(form.replace(/\{\w+\}/g, '{}')))
        .map(([, term]) => `${name}: use ${term} in "${form}"`),
    );
    expect(found).toEqual([]);
  });

  it('follow the typography of the language', () => {
    const wrong = forms.filter(([, form]) => WRONG_ANYWHERE.test(form) || WRONG_SIGNS[language].test(form));
    expect(wrong).toEqual([]);
  });
});
