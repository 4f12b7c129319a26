/** Words in which names are written, in lower case without accents and full stops, for the languages of the product. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words before a name. */
const TITLES = words(`
  mr mrs ms miss mx messrs attn zhd pastor pfarrer officer coach rabbi sir lord dr drs doctor prof professor rev reverend capt captain colonel lt sgt cpl cmdr
  m mm me mme mmes mlle mlles monsieur madame mademoiselle messieurs docteur professeur maitre mgr
  herr herrn frau hr fraulein drin drmed professorin prof-in magister maga dipl dipling diplom
  rer hc priv doz univ pd bsc msc
  sr sra srta sres senor senora senorita dna dra profa arq mtro mtra lcdo lcda
  senhor senhora doutor doutora exmo exma professora
  sig sigra sigrina signor signore signora signorina dott dottssa drssa dottor dottore dottoressa profssa professore
  professoressa spettle spett egr egregio gentma gentmo ing avv avvocato ingegnere ssa ra
`);
/** Titles that are also names, so that they count only with a full stop. */
const DOTTED_TITLES = words('gen col maj hon fr eng arch on d pr rag cav geom lic mag fra signa');
/** Faculties of a doctor, some of them also names: they count with a full stop, or in small letters after a title. */
const FACULTIES = words('med phil jur nat pol dent vet habil');
/** Titles that are also given names, so that they count only before a whole name or `von`. */
const WEAK_TITLES = words(
  'don dona dom lady madam graf grafin freiherr freifrau baron baronin prinz prinzessin judge sister dame',
);
/** Stand before the name of a family. Nobody of it is known by a given name. */
const HOUSEHOLDS = words('familie fam family famille familia famiglia eheleute ehepaar the');
/** Begin the name of a family before a marriage. */
const BIRTH_NAMES = words('nee geb geborene nata nacida nascida born');

const SUFFIXES = words(`
  jr jun junior sr sen senior ii iii iv vi vii phd md mba msc bsc ma ba beng meng llb llm jd dds dvm esq cpa rn obe mbe fh mag
  filho neto
`);
/** Suffixes that are also names, so that they do not count if they are written like one: `Jack Ma`. */
const SUFFIX_NAMES = words('ma ba mba meng sen jun iv vi obe');

/** Parts of last names in lower case. */
const PARTICLES = words(`
  de del della delle dello dei degli di da do dos das du des von van vom zu zur zum der den dem ter ten te la las le les lo los el
  y e i und and et en af av bin ibn bint het st ste
`);
/** Particles by which nobody is called. */
const NEVER_GIVEN = words('de del delle dello dei degli da dos das des von vom zum zur ter');
const CONJUNCTIONS = words('& und and et y e');

const COMPANIES = words(`
  gmbh mbh gesmbh ohg gbr kgaa ggmbh ltd limited llc llp plc inc incorporated corp corporation company sarl eurl sasu srl srls sapa
  lda ltda eireli bvba aps pty gmbhcokg firma fa holding praxis kanzlei apotheke autohaus hotel restaurant
  shop store webshop onlineshop boutique bakery boulangerie panaderia padaria panificio pizzeria trattoria ristorante bistro
  salon studio agency agence agencia agenzia clinic clinique clinica group gruppe groupe grupo gruppo services solutions consulting
  photography team department dept office buero buro accounting accounts buchhaltung einkauf vertrieb verwaltung marketing support
  service foundation stiftung association asociacion associacao associazione school ecole escuela escola scuola university universitat
  universite universidad universidade universita stadt gemeinde immobilien versicherung friseur garage club
`);
/** Ends of German words for companies: Zahnarztpraxis, Grundschule. Schüle is a name. */
const COMPANY_COMPOUND =
  /(?:praxis|bäckerei|baeckerei|metzgerei|apotheke|kanzlei|schule|verein|werkstatt|agentur|klinik)$/u;
/** Company forms that are also names or words. They count at the end, in capital letters or with full stops. */
const COMPANY_ENDS = words('ag kg ug se sa sas sl slu snc sci spa ab as nv bv oy ek ev eg co');
/** After a conjunction they make a company of a name. */
const PARTNERS = words('co cie sohne sons fils figli hijos filhos partner partners');

/** Texts that systems and people put where a name is missing. */
const PLACEHOLDERS = words(`
  null undefined nan na nil none no not n/a void empty leer vide unknown unbekannt inconnu desconocido desconhecido sconosciuto
  anonymous anonym anonyme anonimo anonima test tester testing teste prova prueba essai guest gast invite invitee invitado invitada
  convidado ospite customer client cliente clienta kunde kundin kunden buyer kaufer acheteur comprador user username benutzer nutzer
  utilisateur usuario utilizador utente admin administrator info noreply default tbd tba name names firstname lastname fname lname
  first last full vorname nachname nom prenom nombre apellido apellidos nome cognome sobrenome kein keine keiner angabe ohne sin sans sem
  senza ninguno aucun nessuno nenhum private privat asdf asdasd qwerty qwertz abc xyz true false object foo bar lorem ipsum
  provided given available applicable specified data person walk-in walkin walk in cash noname consumidor final publico en general
  testkunde laufkunde laufkundschaft barverkauf sales madam
`);
/** Words that no name of a person has, so that the text is that of a system, of a stranger who advertises, or an insult. */
const NO_NAMES = words(`
  null undefined user users customer customers kunde kundin kunden kaufer client cliente acheteur comprador utilisateur usuario utilizador
  utente username firstname lastname vorname nachname name namen nombre prenom cognome sobrenome deleted removed redacted
  facebook google instagram whatsapp telegram paypal amazon ebay iphone account konto login password passwort verify locked urgent
  congratulations congrats gewinnspiel gewonnen gewinn prize lottery jackpot casino bonus bitcoin crypto investment viagra cialis
  nutzer benutzer google-nutzer facebook-nutzer anonymer reviewer reviewers traveler traveller foodie contributor
  tripadvisor trustpilot airbnb yelp holidaymaker reisende reisender voyageur viajero viajera viajante viaggiatore
  unsubscribe subscribe www com org fuck fucking shit asshole bitch arschloch hurensohn wichser scheisse connard salope merde puta
  mierda cabron caralho merda stronzo cazzo vaffanculo hitler
`);
/** Words that begin a sentence or a greeting, and no name. */
const NO_BEGINNINGS = words(`
  hello hi hey hallo bonjour salut hola ciao dear sehr valued your you we this not nicht local please bitte free buy get earn click drop select claim call visit
  sie ihr mein ohne damen ladies
`);
/** Placeholders that are no given names either, so that no greeting begins with them. */
const NEVER_FIRST = words(`
  null undefined unknown unbekannt inconnu anonymous anonym anonyme test tester guest gast invitado convidado ospite customer client
  cliente kunde kundin user username benutzer admin administrator
`);

/** Returns a word in the form of these lists. */
export function keyOfWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{M}.'’ʼ]/gu, '')
    .toLowerCase();
}

/** Returns true for `Dr.`, `Sig.ra` or `Dipl.-Ing.`. */
export function isTitle(word: string): boolean {
  const key = keyOfWord(word);
  const isDotted = (part: string): boolean => DOTTED_TITLES.has(part) || FACULTIES.has(part);
  if (TITLES.has(key) || (isDotted(key) && word.includes('.'))) return true;
  const parts = key.split('-');
  return parts.length > 1 && parts.every((part) => TITLES.has(part) || isDotted(part));
}

/** Returns true for a word that belongs to the title before it: `Dr med`. */
export function isFaculty(word: string): boolean {
  return FACULTIES.has(word);
}

export function isWeakTitle(word: string): boolean {
  return WEAK_TITLES.has(keyOfWord(word));
}

export function isHousehold(word: string): boolean {
  return HOUSEHOLDS.has(keyOfWord(word));
}

export function isSuffix(word: string): boolean {
  const key = keyOfWord(word);
  return SUFFIXES.has(key) && !(SUFFIX_NAMES.has(key) && /^\p{Lu}\p{Ll}+$/u.test(word));
}

export function isBirthName(word: string): boolean {
  return BIRTH_NAMES.has(keyOfWord(word));
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(keyOfWord(word));
}

/** Returns true for a last name of several words without a given name: `de la Cruz`, `Van den Berg`. */
export function isLastNameOnly([first = '', second = '']: readonly string[]): boolean {
  if (second === '' || !isParticle(first)) return false;
  const key = keyOfWord(first);
  const isDutch = key === 'van' && /^(?:den?|der|het)$/i.test(second);
  return first === first.toLowerCase() || NEVER_GIVEN.has(key) || isDutch;
}

/** Returns true for words that are a sentence, an advertisement or a placeholder with more around it. */
export function isNoName(all: readonly string[]): boolean {
  return NO_BEGINNINGS.has(keyOfWord(all[0] ?? '')) || all.some((word) => NO_NAMES.has(keyOfWord(word)));
}

export function isConjunction(word: string): boolean {
  return CONJUNCTIONS.has(keyOfWord(word));
}

/** Returns true for a word that is written with full stops inside or behind it, and is no domain: `St.`, `Ph.D.`, `S.p.A.`. */
export function isAbbreviation(word: string): boolean {
  const key = keyOfWord(word);
  return (
    isTitle(word) ||
    SUFFIXES.has(key) ||
    COMPANY_ENDS.has(key) ||
    COMPANIES.has(key) ||
    /^(st|ste|sta|sto)$/.test(key)
  );
}

export function isPlaceholder(word: string): boolean {
  const key = keyOfWord(word);
  return PLACEHOLDERS.has(key) || /^(\p{L})\1{2,}$|^xx+$/u.test(key);
}

export function isNeverFirst(word: string): boolean {
  return NEVER_FIRST.has(keyOfWord(word));
}

/** Returns true for the words of a company, such as `Example GmbH` or `Berg & Söhne`. */
export function isCompany(all: readonly string[]): boolean {
  const keys = all.map(keyOfWord);
  const last = all.at(-1) ?? '';
  const isForm = last.includes('.') || /^[A-Z]+$/.test(last) || /^(eK|eV|eG|SpA)$/.test(last);
  return (
    keys.some((key) => COMPANIES.has(key)) ||
    all.some((word) => COMPANY_COMPOUND.test(word.toLowerCase())) ||
    COMPANIES.has(keys.slice(-2).join('')) ||
    (all.length > 1 && isForm && COMPANY_ENDS.has(keyOfWord(last))) ||
    all.some((word, at) => isConjunction(word) && PARTNERS.has(keyOfWord(all[at + 1] ?? '')))
  );
}
